/** Minefield: the lantern meadow, the bid and the cash-out, and the games before (docs/product.md 9). */
import type { MinefieldDifficulty, MinefieldGame } from '../contract.ts';
import {
  AutoPlayButton,
  celebrate,
  GameLayout,
  KeysButton,
  lazyAutoPlay,
  randomBelow,
  ProofLine,
  stakeRange,
  type ChosenStake,
  useAutoPlay,
  useGameClosed,
  useGameKeys,
} from '@fairground/game-kit/web';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { isApiError, readableError } from '@fairground/site-kit/api/api-error.ts';
import { ConnectionNote } from '@fairground/site-kit/live/connection-note.tsx';
import { useProbe } from '@fairground/site-kit/live/use-live.ts';
import { useGameConfig } from '@fairground/site-kit/games-config/games-config.ts';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { balanceOf } from '@fairground/site-kit/session/balance.ts';
import { useUser } from '@fairground/site-kit/session/session.ts';
import { cue } from '@fairground/site-kit/sound/sound.ts';
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { ChoiceGroup } from '@fairground/site-kit/ui/choice-group.tsx';
import { toast } from '@fairground/site-kit/ui/toast.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { minefieldRules } from '../rules.ts';
import { beginMutation, configKey, endMutation, revealMutation } from './api.ts';
import { BidPanel } from './components/bid-panel.tsx';
import { Confetti } from './components/confetti.tsx';
import { GameHistory } from './components/game-history.tsx';
import { Lanterns } from './components/lanterns.tsx';
import { Board } from './components/board.tsx';
import { figuresOf, phaseOf } from './state.ts';
import { Stats } from './components/stats.tsx';
import { useMinefield } from './use-minefield.ts';
import styles from './minefield.module.css';
import { useTexts } from './texts.ts';

const names: readonly MinefieldDifficulty[] = ['Easy', 'Medium', 'Hard', 'Expert'];

const MinefieldAutoPlay = lazyAutoPlay(async () => (await import('./auto-play.tsx')).MinefieldAutoPlay);

export function MinefieldPage() {
  'use memo';
  const t = useTexts('page');
  const { formatCoins, formatTwoDecimals, readCoins } = useFormat();
  const minefield = useMinefield();
  const { play } = minefield;
  const { mutateAsync: beginGame, isPending: isBeginning } = useMutation(beginMutation);
  const { mutateAsync: reveal } = useMutation(revealMutation);
  const { mutateAsync: endGame } = useMutation(endMutation);
  const gameConfig = useGameConfig(configKey);
  const config = gameConfig.data;
  const user = useUser();
  const [chosen, setChosen] = useState<MinefieldDifficulty>('Easy');
  const [chosenBid, setChosenBid] = useState<ChosenStake | null>(null);
  const [isCashingOut, setCashingOut] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const line = failure === null ? '' : readableError(failure, t('error.unexpected'));
  const gameClosed = useGameClosed('mineField');
  const auto = useAutoPlay();
  /** The last gem, for screen readers; how a game ended is said by its toast. */
  const [announced, setAnnounced] = useState<MinefieldGame | null>(null);
  const [celebrates, setCelebrates] = useState(false);

  const isReady = minefield.loaded && config !== undefined && user !== null && !auto.isRunning;
  const busy = isBeginning ? 'begin' : isCashingOut ? 'cashOut' : null;
  useProbe(busy !== null || play.requested.size > 0);
  const phase = phaseOf(play);
  const { game } = play;
  const name = game?.difficulty ?? chosen;
  const isPlaying = phase === 'Playing';
  const difficulty = config?.difficulties.find((one) => one.name === name);
  const step = config?.step ?? 100;
  const min = config?.minBid ?? minefieldRules.minStakeCoins;
  const balance = user === null ? undefined : balanceOf(user);
  const {
    coins,
    max,
    amount,
    chosen: bidChosen,
  } = stakeRange({
    chosen: (isPlaying ? null : chosenBid) ?? game?.bidAmount ?? config?.defaultBid ?? min,
    balance,
    min,
    max: config?.maxBid,
    step,
    readCoins,
  });
  const bid = isPlaying && game !== null ? game.bidAmount : amount;
  const figures = difficulty ? figuresOf(play, difficulty, game?.bidAmount ?? bid ?? 0) : null;
  /** Worth a word of its own, also to a player who has nothing to bid (docs/product.md 9.2). */
  const isNoBid = balance === 0 || coins <= 0;
  const canBegin = isReady && !gameClosed.closed && (isNoBid || (bid !== null && (balance ?? 0) >= min));
  const share = difficulty && figures ? figures.gemsFound / difficulty.gems : 0;

  /** Refusals are shown next to the button; if the page was stale, it refetches the state. */
  function showFailure(error: unknown): void {
    setFailure(error);
    if (isApiError(error) && error.status === 409) minefield.reload();
  }

  async function begin(): Promise<void> {
    if (isPlaying || busy !== null || !canBegin) return;
    if (isNoBid || bid === null) {
      toast({
        title: t('minefield.invalidBid'),
        description: t('minefield.invalidBidText'),
        variant: 'destructive',
      });
      return;
    }
    setFailure(null);
    setAnnounced(null);
    setCelebrates(false);
    try {
      await beginGame({ difficulty: name, bidAmount: bid });
      cue('bet');
      toast({ title: t('minefield.gameOn'), description: t('minefield.gameOnText'), variant: 'success' });
    } catch (error) {
      if (!gameClosed.noteRefusal(error)) showFailure(error);
    }
  }

  /** Leaves the end of a game, with what was chosen for it. */
  function again(next: MinefieldDifficulty = name): void {
    setChosen(next);
    setChosenBid(bidChosen);
    setCelebrates(false);
    setAnnounced(null);
    minefield.again();
  }

  async function turn(tileId: number): Promise<void> {
    if (game === null || phase !== 'Playing' || busy !== null) return;
    setFailure(null);
    try {
      await reportTurn(await reveal({ id: game.id, tileId }));
    } catch (error) {
      showFailure(error);
    }
  }

  /** Any plot that is unturned, each as likely. */
  function turnRandom(): void {
    const open = Array.from({ length: difficulty?.gridSize ?? 0 }, (_, tileId) => tileId).filter(
      (tileId) => play.tiles.get(tileId)?.isRevealed !== true && !play.requested.has(tileId),
    );
    const tileId = open[randomBelow(open.length)];
    if (tileId !== undefined && !auto.isRunning) void turn(tileId);
  }

  async function reportTurn(after: MinefieldGame): Promise<void> {
    setAnnounced(after);
    if (after.gameState === 'Playing') {
      cue('reveal');
      return;
    }
    if (after.gameState === 'Lost') {
      cue('loss');
      toast({ title: t('minefield.boom'), description: t('minefield.boomText'), variant: 'destructive' });
    } else reportWin(after, t('minefield.flawless'));
    // The server has settled already; this call reports it (docs/product.md 9.4).
    await endGame({ id: after.id, gemsFound: after.gameState === 'Lost' ? 0 : after.gemsFound });
    reportUpdated();
  }

  async function cashOut(): Promise<void> {
    if (game === null || phase !== 'Playing' || busy !== null || game.gemsFound === 0) return;
    setCashingOut(true);
    setFailure(null);
    try {
      const after = await endGame({ id: game.id, gemsFound: game.gemsFound });
      setAnnounced(after);
      reportWin(after, t('minefield.cashedOut'));
      reportUpdated();
    } catch (error) {
      showFailure(error);
    }
    setCashingOut(false);
  }

  function reportWin(won: MinefieldGame, title: string): void {
    if (won.gameState !== 'CashedOut') return;
    const values = { n: formatCoins(won.coinsWon), m: formatTwoDecimals(won.multiplier) };
    toast({ title, description: t('minefield.cashedOutText', values), variant: 'success' });
    // A return at or below the stake is reported, not celebrated.
    if (won.coinsWon <= won.bidAmount) return;
    celebrate({ stake: won.bidAmount, paid: won.coinsWon });
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) setCelebrates(true);
  }

  const reportUpdated = (): void =>
    // The end of the game has been said.
    toast({
      title: t('minefield.updated'),
      description: t('minefield.updatedText'),
      variant: 'info',
      isSilent: true,
    });

  useGameKeys({
    keys: [
      ['b', t('minefield.start'), begin],
      ['c', t('minefield.cashOut'), () => play.requested.size === 0 && !auto.isRunning && cashOut()],
      ['r', t('minefield.random'), turnRandom],
    ],
    stake: {
      coins: bid,
      min,
      max,
      step,
      disabled: isPlaying || busy !== null || gameClosed.closed || auto.isRunning,
      set: setChosenBid,
    },
    auto,
  });

  const lastOver = minefield.history?.find(({ gameState }) => gameState !== 'Playing');
  // A game that ended elsewhere leaves nothing to say.
  const announcement =
    announced?.gameState === 'Playing' && phase === 'Playing'
      ? t('minefield.announceGem', {
          found: announced.gemsFound,
          total: difficulty?.gems ?? 0,
          m: formatTwoDecimals(announced.multiplier),
        })
      : '';
  const unreachable = minefield.loadFailed || gameConfig.isError;
  return (
    <GameLayout
      title={t('nav.minefield')}
      isAtStake={phase === 'Playing'}
      className="sideways:grid-rows-[auto_1fr]"
      frontClass={styles.front}
      controlsClass={styles.controls}
      front={
        <>
          <div
            className={cn(
              'order-1 grid gap-1.5 bg-ground px-4 pt-2 pb-1.5',
              'lg:grid-cols-[minmax(0,420px)_minmax(0,480px)] lg:items-center lg:justify-between',
              'lg:gap-10 lg:px-10 lg:py-4 sideways:col-start-2 sideways:bg-panel',
            )}
          >
            <ChoiceGroup
              label={t('minefield.difficulty')}
              size="tile"
              values={names}
              chosen={name}
              textOf={(one) => t(`minefield.level.${one}`)}
              isDisabled={() => isPlaying || busy !== null || auto.isRunning}
              onChoose={again}
              className="grid grid-cols-2 gap-2 min-[16rem]:grid-cols-4"
            />
            <Stats figures={figures} gems={difficulty?.gems ?? 22} mines={difficulty?.traps ?? 3} />
          </div>
          <div
            className={styles.stage}
            style={{ '--mf-light': share } as CSSProperties}
            data-part="stage"
            data-phase={phase}
          >
            <Lanterns share={share} />
            <div className={styles.field}>
              <Board
                key={name}
                tiles={difficulty?.gridSize ?? 25}
                columns={difficulty?.columns ?? 5}
                known={play.tiles}
                turned={play.turned}
                requested={play.requested}
                playing={phase === 'Playing' && busy === null && !auto.isRunning}
                onTurn={(tileId) => void turn(tileId)}
              />
            </div>
            <ProofLine
              className={styles.fairness}
              text={t('minefield.sealed')}
              link={t('minefield.check')}
              of={lastOver ? { game: 'mineField', id: lastOver.id } : null}
              always
            />
          </div>
        </>
      }
      controls={
        <>
          <ConnectionNote className="mb-3 font-bold text-loss" />
          {unreachable && (
            <div className="mb-3 flex items-center justify-between gap-3">
              <p>{t('minefield.loadFailed')}</p>
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  minefield.reload();
                  gameConfig.refetch();
                }}
              >
                {t('ui.retry')}
              </Button>
            </div>
          )}
          <MinefieldAutoPlay
            auto={auto}
            settings={{
              config,
              difficulty: name,
              bid,
              maxBid: max,
              isPlaying: phase === 'Playing' && !auto.isRunning,
              begin: beginGame,
              reveal,
              end: endGame,
            }}
          />
          <BidPanel
            phase={phase}
            figures={figures}
            config={config}
            balance={balance}
            gameClosed={gameClosed}
            chosen={bidChosen}
            bid={bid}
            max={max}
            canBegin={canBegin}
            busy={busy}
            waiting={play.requested.size > 0 || auto.isRunning}
            line={line}
            onBid={setChosenBid}
            onBegin={() => void begin()}
            onCashOut={() => void cashOut()}
            onRandom={turnRandom}
            ended={isPlaying || auto.isRunning ? null : game}
            onAgain={() => again()}
          />
        </>
      }
      tools={
        <>
          <AutoPlayButton auto={auto} />
          <KeysButton />
        </>
      }
      history={<GameHistory minefield={minefield} />}
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {celebrates && <Confetti onDone={() => setCelebrates(false)} />}
    </GameLayout>
  );
}
