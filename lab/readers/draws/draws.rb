# The draws of docs/fairness.md in Ruby, without anything to install. Usage: draws.rb VECTORS. Prints how many results
# it computed; at the first that differs it says so and exits with 1.
require 'digest'
require 'json'
require 'openssl'

def mac(key, message) = OpenSSL::HMAC.digest('SHA256', key, message)
def unhex(text) = [text].pack('H*')
def top52(digest) = digest.unpack1('Q>') >> 12

def words(key, context)
  Enumerator.new do |words|
    (0..).each { |block| mac(key, "#{context}\0".b + [block].pack('N')).unpack('N8').each { |word| words << word } }
  end
end

def below(words, n)
  limit = 2**32 / n * n
  loop do
    word = words.next
    return word % n if word < limit
  end
end

def sample(words, n, k)
  deck = (0...n).to_a
  k.times do |place|
    pick = place + below(words, n - place)
    deck[place], deck[pick] = deck[pick], deck[place]
  end
  deck.first(k)
end

def sealed_key(algorithm, name, of)
  mix = Digest::SHA256.digest("#{algorithm}\0#{name}\0".b + unhex(of['betsRoot']) + unhex(of['beacon']))
  mac(unhex(of['seed']), mix)
end

def instant(algorithm, of)
  top52(mac(unhex(of['serverSeed']), "#{algorithm}|#{of['clientSeed']}|#{of['nonce']}"))
end

def height(basis_points, top) = basis_points * 2**52 / (100 * (2**52 - top))

def root(leaves)
  level = leaves.map { |leaf| Digest::SHA256.digest("\0".b + leaf.b) }
  while level.size > 1
    level = level.each_slice(2).map { |one, other| other ? Digest::SHA256.digest("\1".b + one + other) : one }
  end
  level.empty? ? '0' * 64 : level[0].unpack1('H*')
end

$count = 0
def same(list, computed, written)
  abort "#{list}: #{computed} instead of #{written}" unless computed == written
  $count += 1
end

vectors = JSON.parse(File.read(ARGV[0]))
vectors['crash'].each do |of|
  point = height(of['rtpBp'], top52(sealed_key('crash/v2', of['round'], of)))
  same('crash', point.clamp(100, 1_000_000), of['crashHundredths'])
end
vectors['draw30'].each do |of|
  draw = words(sealed_key('draw30/v2', of['round'], of), "draw30/v2|#{of['round']}")
  same('draw30', below(draw, of['max']) + 1, of['winningNumber'])
end
vectors['lotto'].each do |of|
  numbers = sample(words(sealed_key('lotto/v2', of['date'], of), "lotto/v2|#{of['date']}"), 49, 6)
  same('lotto', numbers.map { |number| number + 1 }.sort, of['winningNumbers'])
end
vectors['mines'].each do |of|
  context = "mines/v1|#{of['clientSeed']}|#{of['nonce']}|#{of['count']}"
  same('mines', sample(words(unhex(of['serverSeed']), context), of['tiles'], of['count']), of['mines'])
end
vectors['wheel'].each do |of|
  spin = words(unhex(of['serverSeed']), "wheel/v1|#{of['clientSeed']}|#{of['nonce']}")
  same('wheel', below(spin, of['segments']), of['segment'])
end
vectors['instant']['striker/v1'].each do |of|
  same('striker', [height(9800, instant('striker/v1', of)), 100_000].min, of['drawn']['height'])
end
vectors['instant']['ringtoss/v1'].each do |of|
  same('ringtoss', 10_000 * instant('ringtoss/v1', of) >> 52, of['drawn']['roll'])
end
vectors['merkle'].each { |of| same('merkle', root(of['leaves']), of['root']) }
puts "#{$count} results"
