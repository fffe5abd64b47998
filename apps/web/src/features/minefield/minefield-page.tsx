/** Minefield: the lantern meadow, the bid and the cash-out, and the games before (specification, sections 2 and 4). */
import type { MinefieldDifficulty, MinefieldGame } from '@fairground/game-minefield/contract';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import { isApiError, readableError } from '../../shared/api/api-error.ts';
import { useGamesConfig } from '../../shared/api/games-config.ts';
import { formatCoins, formatMultiplier } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { SealIcon } from '../../shared/scene/icons.tsx';
import { balanceOf } from '../../shared/session/balance.ts';
import { useUser } from '../../shared/session/session.ts';
import { cue } from '../../shared/sound/sound.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Perforation, StubPanel } from '../../shared/ui/stub-panel.tsx';
import { toast } from '../../shared/ui/toast.ts';
import { BidPanel } from './bid-panel.tsx';
import { Confetti } from './confetti.tsx';
import { EndOverlay } from './end-overlay.tsx';
import { HistoryList } from './history-list.tsx';
import { Lanterns } from './lanterns.tsx';
import { Meadow } from './meadow.tsx';
import { figuresOf, phaseOf } from './minefield-state.ts';
import { Stats } from './stats.tsx';
import { useMinefield } from './use-minefield.ts';
import './minefield.css';

const names: readonly MinefieldDifficulty[] = ['Easy', 'Medium', 'Hard', 'Expert'];

export function MinefieldPage() {
  const t = useT();
  const minefield = useMinefield();
  const { state } = minefield;
  const gamesConfig = useGamesConfig();
  const config = gamesConfig.data?.mineField;
  const user = useUser();
  const [chosen, setChosen] = useState<MinefieldDifficulty>('Easy');
  const [wish, setWish] = useState<number | null>(null);
  const [busy, setBusy] = useState<'begin' | 'cashOut' | null>(null);
  const [line, setLine] = useState('');
  const [said, setSaid] = useState('');
  const [celebrated, setCelebrated] = useState(false);

  const phase = phaseOf(state);
  const { game } = state;
  const name = game?.difficulty ?? chosen;
  const difficulty = config?.difficulties.find((one) => one.name === name);
  const step = config?.step ?? 100;
  const most = Math.min(Math.floor((user === null ? 0 : balanceOf(user)) / step) * step, config?.maxBid ?? 0);
  const bid = game?.bidAmount ?? Math.min(wish ?? config?.defaultBid ?? 100, most);
  const figures = difficulty ? figuresOf(state, difficulty, bid) : null;
  const share = difficulty && figures ? figures.gemsFound / difficulty.gems : 0;

  /** Refusals stand beside the button; where the page was behind the server, it asks for the state of things. */
  function failed(error: unknown): void {
    setLine(readableError(error, t('error.unexpected')));
    if (isApiError(error) && error.status === 409) minefield.reload();
  }

  async function begin(): Promise<void> {
    if (phase !== 'Betting' || busy !== null) return;
    if (bid <= 0) {
      toast({
        title: t('minefield.invalidBid'),
        description: t('minefield.invalidBidText'),
        variant: 'destructive',
      });
      return;
    }
    setBusy('begin');
    setLine('');
    setSaid('');
    setCelebrated(false);
    try {
      await minefield.begin(chosen, bid);
      cue('bet');
      toast({ title: t('minefield.gameOn'), description: t('minefield.gameOnText'), variant: 'success' });
    } catch (error) {
      failed(error);
    } finally {
      setBusy(null);
    }
  }

  async function turn(tileId: number): Promise<void> {
    if (game === null || phase !== 'Playing' || busy !== null) return;
    setLine('');
    try {
      const after = await minefield.reveal(game, tileId);
      if (after.gameState === 'Playing') {
        cue('reveal');
        setSaid(
          t('minefield.saidGem', {
            found: after.gemsFound,
            total: difficulty?.gems ?? 0,
            m: formatMultiplier(after.multiplier),
          }),
        );
        return;
      }
      if (after.gameState === 'Lost') {
        cue('loss');
        toast({ title: t('minefield.boom'), description: t('minefield.boomText'), variant: 'destructive' });
      } else tellWin(after, t('minefield.flawless'));
      // The server has settled already; this is the specification's call, and says so.
      await minefield.update(after, after.gameState === 'Lost' ? 0 : after.gemsFound);
      tellUpdated();
    } catch (error) {
      failed(error);
    }
  }

  async function cashOut(): Promise<void> {
    if (game === null || phase !== 'Playing' || busy !== null || game.gemsFound === 0) return;
    setBusy('cashOut');
    setLine('');
    try {
      const after = await minefield.update(game, game.gemsFound);
      tellWin(after, t('minefield.cashedOut'));
      tellUpdated();
    } catch (error) {
      failed(error);
    } finally {
      setBusy(null);
    }
  }

  function tellWin(won: MinefieldGame, title: string): void {
    if (won.gameState !== 'CashedOut') return;
    const values = { n: formatCoins(won.coinsWon), m: formatMultiplier(won.multiplier) };
    toast({ title, description: t('minefield.cashedOutText', values), variant: 'success' });
    // A return at or below the stake is said, not celebrated.
    if (won.coinsWon <= won.bidAmount) return;
    cue('win');
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) setCelebrated(true);
  }

  const tellUpdated = (): void =>
    toast({ title: t('minefield.updated'), description: t('minefield.updatedText'), variant: 'info' });

  const lastOver = minefield.history?.find(({ gameState }) => gameState !== 'Playing');
  const unreachable = minefield.loadFailed || gamesConfig.isError;
  return (
    <Tabs.Root
      className="mf-page"
      value={name}
      activationMode="manual"
      onValueChange={(value) => setChosen(value as MinefieldDifficulty)}
      style={{ '--mf-light': share } as CSSProperties}
    >
      <h1 className="sr-only">{t('nav.minefield')}</h1>
      <div className="mf-top">
        <Tabs.List aria-label={t('minefield.difficulty')} className="mf-tabs">
          {names.map((one) => (
            <Tabs.Trigger
              key={one}
              value={one}
              disabled={phase !== 'Betting' || busy !== null}
              className="mf-tab"
            >
              {t(`minefield.level.${one}`)}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Stats figures={figures} gems={difficulty?.gems ?? 22} mines={difficulty?.traps ?? 3} />
      </div>
      <Tabs.Content value={name} tabIndex={-1} className="mf-stage" data-phase={phase}>
        <Lanterns share={share} />
        <div className="mf-field">
          <Meadow
            key={name}
            tiles={difficulty?.gridSize ?? 25}
            columns={difficulty?.columns ?? 5}
            known={state.tiles}
            turned={state.turned}
            asked={state.asked}
            playing={phase === 'Playing' && busy === null}
            onTurn={(tileId) => void turn(tileId)}
          />
          {game !== null && phase !== 'Playing' && (
            <EndOverlay
              game={game}
              onAgain={() => {
                setCelebrated(false);
                minefield.again();
              }}
            />
          )}
        </div>
        <p className="mf-fairness">
          <SealIcon size={20} className="shrink-0" />
          <span>{t('minefield.sealed')}</span>
          <Link to={lastOver ? `/fairness?game=mineField&id=${lastOver.id}` : '/fairness'}>
            {t('minefield.check')}
          </Link>
        </p>
      </Tabs.Content>
      <StubPanel className="mf-stub">
        <div className="mf-controls" data-phase={phase}>
          {unreachable && (
            <div className="mb-3 flex items-center justify-between gap-3">
              <p>{t('minefield.loadFailed')}</p>
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  minefield.reload();
                  void gamesConfig.refetch();
                }}
              >
                {t('ui.retry')}
              </Button>
            </div>
          )}
          <BidPanel
            phase={phase}
            figures={figures}
            config={config}
            bid={bid}
            most={most}
            ready={minefield.loaded && config !== undefined && user !== null}
            busy={busy}
            waiting={state.asked.size > 0}
            line={line}
            onBid={setWish}
            onBegin={() => void begin()}
            onCashOut={() => void cashOut()}
          />
        </div>
        <Perforation className="mf-perforation" />
        <div className="mf-history">
          <HistoryList minefield={minefield} />
        </div>
      </StubPanel>
      <p role="status" className="sr-only">
        {said}
      </p>
      {celebrated && <Confetti onDone={() => setCelebrated(false)} />}
    </Tabs.Root>
  );
}
