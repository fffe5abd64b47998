-- Breaks of accounts that were closed, by the hash of their mailbox.

-- @statement retainBreak
-- The later end counts where the address was on a break before.
INSERT INTO closed_break AS c (mailbox_hash, ends_at)
SELECT :mailbox_hash, w.break_until FROM wallet w
WHERE w.player_id = :player_id AND w.break_until > clock_timestamp()
ON CONFLICT (mailbox_hash) DO UPDATE SET ends_at = greatest(c.ends_at, excluded.ends_at);

-- @statement resumeBreak
-- Puts the player on the break of the mailbox. The wallet has to be locked where the player may be playing already.
WITH retained AS (
  SELECT c.ends_at FROM closed_break c JOIN wallet w ON w.player_id = :player_id
  WHERE c.mailbox_hash = :mailbox_hash AND c.ends_at > clock_timestamp()
    AND c.ends_at > coalesce(w.break_until, '-infinity')
), recorded AS (
  INSERT INTO play_break (player_id, starts_at, ends_at)
  SELECT :player_id, clock_timestamp(), ends_at FROM retained)
SELECT ends_at, ledger.set_break(:player_id, ends_at) FROM retained;

-- @statement deleteEndedBreaks
DELETE FROM closed_break WHERE ends_at <= clock_timestamp();
