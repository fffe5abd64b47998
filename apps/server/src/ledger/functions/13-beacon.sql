-- When rounds of the public beacon are due.

-- The first round of a chain that is due at this time or later; null without a chain.
CREATE OR REPLACE FUNCTION beacon_round_from(chain integer, due_at timestamptz) RETURNS integer STABLE
  LANGUAGE sql AS $$
  SELECT greatest(1, ceil((extract(epoch FROM due_at) * 1000 - genesis_ms) / period_ms) + 1)::integer
  FROM public.beacon_chain WHERE id = chain
$$;

-- When a round is due; null without a chain.
CREATE OR REPLACE FUNCTION beacon_time(chain integer, beacon_round integer) RETURNS timestamptz STABLE
  LANGUAGE sql AS $$
  SELECT to_timestamp(0) + (genesis_ms + (beacon_round - 1)::bigint * period_ms) * interval '1 ms'
  FROM public.beacon_chain WHERE id = chain
$$;
