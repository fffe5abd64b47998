<?php
// The draws of docs/fairness.md in PHP, without anything to install. Usage: draws.php VECTORS. Prints how many results
// it computed; at the first that differs it says so and exits with 1.

function words(string $key, string $context): Generator {
    for ($block = 0; ; $block++) {
        yield from array_values(unpack('N8', hash_hmac('sha256', $context . "\0" . pack('N', $block), $key, true)));
    }
}

function below(Generator $words, int $n): int {
    $limit = intdiv(2 ** 32, $n) * $n;
    do {
        $word = $words->current();
        $words->next();
    } while ($word >= $limit);
    return $word % $n;
}

function sample(Generator $words, int $n, int $k): array {
    $deck = range(0, $n - 1);
    for ($place = 0; $place < $k; $place++) {
        $pick = $place + below($words, $n - $place);
        [$deck[$place], $deck[$pick]] = [$deck[$pick], $deck[$place]];
    }
    return array_slice($deck, 0, $k);
}

function sealedKey(string $algorithm, string $name, array $of): string {
    $mix = hash('sha256', "$algorithm\0$name\0" . hex2bin($of['betsRoot']) . hex2bin($of['beacon']), true);
    return hash_hmac('sha256', $mix, hex2bin($of['seed']), true);
}

function top52(string $digest): int {
    return hexdec(substr(bin2hex($digest), 0, 13));
}

// Products beyond 64 bits become doubles by themselves.
function height(int $basisPoints, int $top): int {
    return (int) floor($basisPoints * 2 ** 52 / (100 * (2 ** 52 - $top)));
}

function instant(string $algorithm, array $of): int {
    $message = "$algorithm|{$of['clientSeed']}|{$of['nonce']}";
    return top52(hash_hmac('sha256', $message, hex2bin($of['serverSeed']), true));
}

function root(array $leaves): string {
    $level = array_map(fn ($leaf) => hash('sha256', "\0" . $leaf, true), $leaves);
    while (count($level) > 1) {
        $above = [];
        foreach (array_chunk($level, 2) as $pair) {
            $above[] = count($pair) === 2 ? hash('sha256', "\1" . $pair[0] . $pair[1], true) : $pair[0];
        }
        $level = $above;
    }
    return $level === [] ? str_repeat('0', 64) : bin2hex($level[0]);
}

$vectors = json_decode(file_get_contents($argv[1]), true, 512, JSON_THROW_ON_ERROR);
$count = 0;
$same = function (string $list, mixed $computed, mixed $written) use (&$count): void {
    if ($computed !== $written) {
        echo "$list: " . json_encode($computed) . ' instead of ' . json_encode($written) . "\n";
        exit(1);
    }
    $count++;
};
foreach ($vectors['crash'] as $of) {
    $top = top52(sealedKey('crash/v2', $of['round'], $of));
    $same('crash', min(1_000_000, max(100, height($of['rtpBp'], $top))), $of['crashHundredths']);
}
foreach ($vectors['draw30'] as $of) {
    $words = words(sealedKey('draw30/v2', $of['round'], $of), "draw30/v2|{$of['round']}");
    $same('draw30', below($words, $of['max']) + 1, $of['winningNumber']);
}
foreach ($vectors['lotto'] as $of) {
    $numbers = sample(words(sealedKey('lotto/v2', $of['date'], $of), "lotto/v2|{$of['date']}"), 49, 6);
    sort($numbers);
    $same('lotto', array_map(fn ($number) => $number + 1, $numbers), $of['winningNumbers']);
}
foreach ($vectors['mines'] as $of) {
    $context = "mines/v1|{$of['clientSeed']}|{$of['nonce']}|{$of['count']}";
    $same('mines', sample(words(hex2bin($of['serverSeed']), $context), $of['tiles'], $of['count']), $of['mines']);
}
foreach ($vectors['wheel'] as $of) {
    $words = words(hex2bin($of['serverSeed']), "wheel/v1|{$of['clientSeed']}|{$of['nonce']}");
    $same('wheel', below($words, $of['segments']), $of['segment']);
}
foreach ($vectors['instant']['striker/v1'] as $of) {
    $same('striker', min(100_000, height(9800, instant('striker/v1', $of))), $of['drawn']['height']);
}
foreach ($vectors['instant']['ringtoss/v1'] as $of) {
    $same('ringtoss', (int) floor(10_000 * instant('ringtoss/v1', $of) / 2 ** 52), $of['drawn']['roll']);
}
foreach ($vectors['merkle'] as $of) {
    $same('merkle', root($of['leaves']), $of['root']);
}
foreach ($vectors['receipt'][0]['receipts'] as $text) {
    $receipt = json_decode(base64_decode(strtr($text, '-_', '+/')), true, 512, JSON_THROW_ON_ERROR);
    $leaf = array_intersect_key($receipt, array_flip(['at', 'bet', 'kind', 'site', 'v']));
    $node = hash('sha256', "\0" . json_encode($leaf, JSON_UNESCAPED_SLASHES), true);
    foreach ($receipt['path'] as ['hash' => $hash, 'side' => $side]) {
        $node = hash('sha256', "\1" . ($side === 'left' ? hex2bin($hash) . $node : $node . hex2bin($hash)), true);
    }
    $same('receipt', bin2hex($node), $receipt['batchRoot']);
}
echo "$count results\n";
