/** The interface between the site and a part with its own routes and rounds, such as a game. */
import type { Topic } from '@fairground/contract/live';
import type { GameDeps, GameInstance, VoidRound } from '@fairground/game-kit/server';
import type { LiveMessages } from '@fairground/game-kit/shared';
import type { Settings } from '../platform/settings.ts';
import type { ClubSign, ReadMembersBets } from '../players/clubs/live.ts';
import type { ShowStall } from '../realtime/stalls.ts';
import type { LiveEvent } from '../realtime/types.ts';

type OfOneGame = 'recordBet' | 'sendToClub' | 'publish' | 'publishToTable' | 'tableWatchers';

export interface PartDeps extends Omit<GameDeps<Settings, LiveMessages>, OfOneGame> {
  /** By the game's wire id. */
  isGameClosed: (game: string) => boolean;
  /** Counts the outcome of each bet: `ok`, or the code of the refusal. */
  recordBet: (game: string, result: string) => void;
  /** To every socket of this process that subscribed to the topic. */
  publish: (topic: Topic, event: LiveEvent) => void;
  /** By the game's wire id, see `GameDeps`. */
  sendToClub: (game: string, sign: ClubSign) => Promise<boolean>;
  /** How many sockets of this process follow the topic without its ticks. */
  sparseConnections: (topic: Topic) => number;
}

export interface SitePart extends Omit<
  GameInstance,
  'topicState' | 'tableState' | 'voidRound' | 'membersBets' | 'stall'
> {
  /** The messages that send the current state to a new connection. */
  topicState?: Readonly<Record<Topic, () => readonly LiveEvent[]>>;
  /** By a game's wire id: what members of clubs bet. */
  membersBets?: Readonly<Record<string, ReadMembersBets>>;
  /** By a game's wire id: what its stall shows. */
  stalls?: Readonly<Record<string, ShowStall>>;
  /** By a game's wire id: voids a round by the order of two operators. */
  voidRounds?: Readonly<Record<string, VoidRound>>;
  /** A page of the player has connected that fetched its data before: sends what may have changed since. */
  pageConnected?(playerId: string): void;
}
