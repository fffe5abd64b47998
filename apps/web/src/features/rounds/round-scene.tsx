/** The replay of a round in the scene of its game, and its figures. They are loaded with the part of that game. */
import type { AnyRound, OwnStake } from '@fairground/contract/rounds';
import type { GameRoundPart } from '@fairground/game-kit/web';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { loadRoundPart } from '../../game-parts/round-parts.ts';
import { loadPart } from '@fairground/site-kit/faults/lazy-part.tsx';

export interface RoundSceneProps {
  round: AnyRound;
  /** The player's own stakes, which a scene may mark. */
  ownStakes?: readonly OwnStake[] | undefined;
  /** Without the figures. */
  bare?: boolean;
  /** Shown while the part loads. */
  place: ReactNode;
}

export function RoundScene({ round, ownStakes, bare = false, place }: RoundSceneProps) {
  // A module that throws while it runs is left to the boundary around the scene.
  const { data: part } = useQuery({
    queryKey: ['roundPart', round.game],
    queryFn: async () => (await loadPart(() => loadRoundPart(round.game))) ?? null,
    staleTime: Infinity,
    retry: false,
    throwOnError: true,
    structuralSharing: false,
  });
  if (part === undefined) return place;
  return part === null ? null : <Scene part={part} round={round} ownStakes={ownStakes} bare={bare} />;
}

interface SceneProps {
  part: GameRoundPart;
  round: AnyRound;
  ownStakes: readonly OwnStake[] | undefined;
  bare: boolean;
}

function Scene({ part: { schema, Replay, Facts }, round: { round }, ownStakes, bare }: SceneProps) {
  'use memo';
  const parsed = schema.safeParse(round);
  if (!parsed.success) throw new Error('The round has not the shape of its game');
  // The part's own schema has read it.
  const read = parsed.data as never;
  return (
    <>
      <Replay round={read} ownStakes={ownStakes} />
      {!bare && (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
          <Facts round={read} />
        </dl>
      )}
    </>
  );
}
