/** Invariants of clubs. */
import { maxClubMembers, maxClubs } from '@fairground/contract/clubs';
import type { Check } from '../../ledger/audit.ts';

export const clubChecks: readonly Check[] = [
  {
    line: 'I23',
    states: 'each club has one owner, who is a member, and no more members than it may have',
    broken: `SELECT c.id, count(m.player_id) AS members, count(*) FILTER (WHERE m.is_owner) AS owners
      FROM club c LEFT JOIN club_member m ON m.club_id = c.id
      GROUP BY c.id HAVING count(*) FILTER (WHERE m.is_owner) <> 1 OR count(m.player_id) > ${maxClubMembers}`,
  },
  {
    line: 'I23',
    states: 'members of clubs have an account that is open, and belong to no more clubs than they may',
    broken: `SELECT p.id, count(*) AS clubs FROM club_member m JOIN player p ON p.id = m.player_id
      GROUP BY p.id HAVING p.closed_at IS NOT NULL OR count(*) > ${maxClubs}`,
  },
  {
    line: 'I23',
    states: 'what a member of a club had won before joining is no more than what they have won in total',
    broken: `SELECT m.club_id, m.player_id, m.won_before, w.total_won FROM club_member m
      JOIN wallet w ON w.player_id = m.player_id WHERE m.won_before > w.total_won`,
  },
];
