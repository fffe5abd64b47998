-- Punch cards. A claim uses the oldest seven stamps that no earlier claim has used; none is ever removed.

-- @fragment stampsInHand
-- The days on the card in hand, as a JSON array.
(SELECT coalesce(json_agg(s.day ORDER BY s.day), '[]') FROM (
  SELECT d.day FROM stamp d WHERE d.player_id = c.player_id ORDER BY d.day OFFSET 7 * c.claimed LIMIT 7) s)

-- @fragment cardColumns
c.claimed, (SELECT count(*) FROM stamp d WHERE d.player_id = c.player_id) AS stamps,
  {{stampsInHand}}::text AS days,
  EXISTS (SELECT FROM stamp d WHERE d.player_id = c.player_id AND d.day = (SELECT day FROM today)) AS is_stamped_today

-- @statement findCard
SELECT {{cardColumns}}
FROM (
  SELECT p.id AS player_id, (SELECT count(*) FROM card_claim k WHERE k.player_id = p.id) AS claimed
  FROM player p WHERE p.id = :player_id
) c;

-- @statement claimCards
-- Claims a full card for each player, at most one a player. The wallets must be locked.
-- @nullable call_keys[], call_bodies[]
WITH input AS MATERIALIZED (
  SELECT i.player_id, i.call_key, i.call_body,
    (SELECT count(*) FROM stamp d WHERE d.player_id = i.player_id) AS stamps,
    (SELECT count(*) FROM card_claim k WHERE k.player_id = i.player_id) AS claimed
  FROM unnest(:player_ids::bigint[], :call_keys::bigint[], :call_bodies::bigint[])
    AS i (player_id, call_key, call_body)
),
claim AS (
  INSERT INTO card_claim (player_id, number, coins, call_key, call_body)
  SELECT i.player_id, i.claimed + 1, :coins::bigint, i.call_key, i.call_body FROM input i
  WHERE i.stamps >= 7 * (i.claimed + 1)
  RETURNING id, player_id, coins
),
rewarded AS MATERIALIZED (
  SELECT r.* FROM (
    SELECT array_agg(id) AS sources, array_agg(player_id) AS players, array_agg(coins) AS amounts FROM claim
  ) b, ledger.credit_bonus('card', b.sources, b.players, b.amounts) r
)
SELECT i.player_id AS input_player, {{cardColumns}}, r.*
FROM input i LEFT JOIN rewarded r ON r.player_id = i.player_id
CROSS JOIN LATERAL (
  SELECT i.player_id, i.claimed + CASE WHEN r.player_id IS NULL THEN 0 ELSE 1 END AS claimed
) c;

-- @statement findClaimed
-- The claims of calls with these keys, each with the card that was in hand after it, and the players as they are now.
SELECT c.player_id AS input_player, c.call_body AS "call_body!", {{cardColumns}}, v.*
FROM (
  SELECT k.player_id, k.number::bigint AS claimed, k.call_body
  FROM unnest(:player_ids::bigint[], :call_keys::bigint[]) AS i (player_id, call_key)
  JOIN card_claim k ON k.player_id = i.player_id AND k.call_key = i.call_key
) c
JOIN player_view v ON v.player_id = c.player_id;
