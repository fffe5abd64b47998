/** How auto-play plays a game of Minefield: it turns the plots of a pattern, and cashes out after the last of them. */
import { useState } from 'react';
import type { AutoPlay } from '@fairground/game-kit/web';
import { AutoPlayPart, pauseBetweenRounds, type AutoPlaySetup } from '@fairground/game-kit/web/auto-play';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import type { MinefieldConfig, MinefieldDifficulty, MinefieldGame } from '../contract.ts';
import { minefieldRules } from '../rules.ts';
import { minefieldCache } from './cache.ts';
import { PatternPicker } from './components/pattern-picker.tsx';
import { useTexts } from './texts.ts';

interface Settings {
  config: MinefieldConfig | undefined;
  difficulty: MinefieldDifficulty;
  bid: number | null;
  maxBid: number;
  isPlaying: boolean;
  begin: (bid: { difficulty: MinefieldDifficulty; bidAmount: number }) => Promise<MinefieldGame>;
  reveal: (body: { id: string; tileId: number }) => Promise<MinefieldGame>;
  end: (body: { id: string; gemsFound: number }) => Promise<MinefieldGame>;
}

const betweenPlotsMs = 200;
const noPlots: readonly number[] = [];

interface AutoPlayProps {
  auto: AutoPlay;
  settings: Settings;
}

export const MinefieldAutoPlay = ({ auto, settings }: AutoPlayProps) => (
  <AutoPlayPart auto={auto} setup={useAutoPlaySetup(settings)} />
);

function useAutoPlaySetup(settings: Settings): AutoPlaySetup {
  'use memo';
  const { config, difficulty, bid, maxBid, isPlaying, begin, reveal, end } = settings;
  const t = useTexts('page');
  const { formatReturn, formatTwoDecimals } = useFormat();
  const [patterns, setPatterns] = useState<Partial<Record<MinefieldDifficulty, readonly number[]>>>({});
  const pattern = patterns[difficulty] ?? noPlots;
  const field = config?.difficulties.find(({ name }) => name === difficulty);
  const step = field?.steps[pattern.length - 1];
  const obstacle = isPlaying ? 'minefield.autoPlayInPlay' : step ? null : 'minefield.autoPlayNeedsPattern';

  return {
    limits: {
      min: config?.minBid ?? minefieldRules.minStakeCoins,
      max: config?.maxBid ?? minefieldRules.minStakeCoins,
      step: config?.step ?? minefieldRules.stakeStepCoins,
    },
    firstStake: bid,
    maxStake: maxBid,
    how: step
      ? t('minefield.autoPlayHow', {
          level: t(`minefield.level.${difficulty}`),
          n: pattern.length,
          m: formatTwoDecimals(step.multiplier),
        })
      : '',
    returns: step
      ? t('minefield.return', { m: formatTwoDecimals(step.multiplier), n: formatReturn(step.rtpBp) })
      : '',
    obstacle: obstacle === null ? null : t(obstacle),
    fields: field && (
      <PatternPicker
        tiles={field.gridSize}
        columns={field.columns}
        maxPlots={field.gems}
        chosen={pattern}
        onChange={(plots) => setPatterns({ ...patterns, [difficulty]: plots })}
      />
    ),
    async playRound(amount, signal) {
      minefieldCache.dispatch({ type: 'again' });
      let game = await begin({ difficulty, bidAmount: amount });
      for (const tileId of pattern) {
        if (game.gameState !== 'Playing') break;
        game = await reveal({ id: game.id, tileId });
        await pauseBetweenRounds(signal, betweenPlotsMs);
      }
      if (game.gameState === 'Playing') game = await end({ id: game.id, gemsFound: game.gemsFound });
      await pauseBetweenRounds(signal);
      return { stake: amount, payout: game.coinsWon };
    },
  };
}
