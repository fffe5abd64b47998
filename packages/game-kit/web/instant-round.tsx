/**
 * A bet of an instant game on its own page: its scene plays again, above its figures. The game
 * has the scene and the words.
 */
import type { ComponentType } from 'react';
import { useFormat, type Format } from '@fairground/site-kit/format/format.ts';
import { useT, type GameMessageKey } from '@fairground/site-kit/i18n/i18n.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';
import { Stat } from '@fairground/site-kit/ui/panel.tsx';
import type { ChoiceFields, Fields } from '../shared/instant/fields.ts';
import type { InstantGame, InstantRound } from '../shared/instant/game.ts';
import { defineGameRound, type GameRoundPart } from './parts.ts';
import { Replay, useReplay, type ReplayClock } from './replay/index.ts';

/** What texts are filled in with. */
type Figures = Readonly<Record<string, string>>;

export interface RoundSceneProps<Round> {
  round: Round;
  /** At most `motionMs`, when it has landed. */
  atMs: number;
  hasLanded: boolean;
}

interface InstantRoundPart<Name extends string, Round> {
  /** Classes of the game's style sheet: `page`, `replay` and `stage`. */
  styles: Readonly<Record<string, string>>;
  motionMs: number;
  restMs: number;
  figures: (round: Round, format: Format) => Figures;
  /** The text of a moment, and figures that only it has. */
  describe: (round: Round, atMs: number, format: Format) => readonly [name: Name, figures?: Figures];
  /** The figures on the page by the names of their texts; how the bet ended follows. */
  facts: (figures: Figures, t: (name: Name, values: Figures) => string) => Partial<Record<Name, string>>;
  Scene: ComponentType<RoundSceneProps<Round>>;
}

type AnyRound = { outcome: 'won' | 'lost' };
type AnyPart = InstantRoundPart<string, AnyRound> & { id: string };

/**
 * `Texts` is the type of `round.json`, in which a `Name` is `GAME.round.Name`: `scene` of all,
 * `result`, and `outcome.won`.
 */
export const defineInstantRound = <Texts, Choice extends ChoiceFields, Drawn extends Fields>(
  game: InstantGame<Choice, Drawn>,
  part: InstantRoundPart<NameIn<keyof Texts>, InstantRound<Choice, Drawn>>,
): GameRoundPart => {
  const any = { ...part, id: game.id } as unknown as AnyPart;
  return defineGameRound<AnyRound>({
    schema: game.roundSchema as never,
    Replay: ({ round }) => <InstantReplay part={any} round={round} />,
    Facts: ({ round }) => <InstantFacts part={any} round={round} />,
  });
};

type NameIn<Key> = Key extends `${string}.round.${infer Name}` ? Name : never;

interface PartProps {
  part: AnyPart;
  round: AnyRound;
}

function useRoundT(id: string) {
  const t = useT();
  return (name: string, values?: Figures) => t(`${id}.round.${name}` as GameMessageKey, values);
}

function InstantReplay({ part, round }: PartProps) {
  'use memo';
  const t = useRoundT(part.id);
  const format = useFormat();
  const figures = part.figures(round, format);
  return (
    <Replay
      label={t('scene', figures)}
      durationMs={part.motionMs + part.restMs}
      stepMs={100}
      describe={(atMs) => {
        const [name, more] = part.describe(round, atMs, format);
        return t(name, { ...figures, ...more });
      }}
    >
      {(clock) => <ReplayScene part={part} round={round} clock={clock} />}
    </Replay>
  );
}

function ReplayScene({ part, round, clock }: PartProps & { clock: ReplayClock }) {
  'use memo';
  const { styles, motionMs, Scene } = part;
  // Every frame renders again: the scene moves by it.
  const atMs = useReplay(clock, () => Math.min(clock.atMs(), motionMs));
  return (
    <div className={cn(styles['page'], styles['replay'], 'overflow-hidden rounded-panel')}>
      <div className={styles['stage']} data-part="stage">
        <Scene round={round} atMs={atMs} hasLanded={atMs >= motionMs} />
      </div>
    </div>
  );
}

function InstantFacts({ part, round }: PartProps) {
  const t = useRoundT(part.id);
  const facts = part.facts(part.figures(round, useFormat()), t);
  return (
    <>
      {Object.entries(facts).map(([name, text]) => (
        <Stat key={name} name={t(name)}>
          {text}
        </Stat>
      ))}
      <Stat name={t('result')}>{t(`outcome.${round.outcome}`)}</Stat>
    </>
  );
}
