-- What migrations call. This file is applied before them, the others after them.

-- Not IF NOT EXISTS, which needs the right to create schemas in any case.
DO $$
BEGIN
  IF to_regnamespace('ledger') IS NULL THEN CREATE SCHEMA ledger; END IF;
END $$;

/*
 * The account and the five kinds of transfers of a game, for the game's first migration. Returns the account's
 * number: the next free one, unless it is given. It runs with the rights of its caller: the application can
 * neither add accounts nor change types. A kind cannot be used in the transaction that adds it; functions that
 * are called later may name it.
 */
CREATE OR REPLACE FUNCTION ledger.add_game(folder text, prefix text, number bigint DEFAULT NULL) RETURNS bigint
  LANGUAGE plpgsql AS $$
DECLARE
  taken_by bigint;
  kind text;
BEGIN
  IF prefix !~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' OR length(prefix) > 40 THEN
    RAISE EXCEPTION 'the prefix % is not made of at most 40 lowercase letters, digits and underscores', prefix;
  END IF;
  -- The functions of the ledger find the account of a game by its prefix.
  IF folder <> replace(prefix, '_', '-') THEN
    RAISE EXCEPTION 'the prefix of the game in the folder % must be %', folder, replace(folder, '-', '_');
  END IF;
  SELECT a.id INTO taken_by FROM public.account a WHERE a.name = folder;
  IF FOUND THEN RAISE EXCEPTION 'account % is taken by number %', folder, taken_by; END IF;
  -- Numbers below 20 are those of the site and of the games that choose theirs.
  SELECT coalesce(number, greatest(max(a.id), 19) + 1) INTO number FROM public.account a;
  INSERT INTO public.account (id, name) VALUES (number, folder);
  FOREACH kind IN ARRAY ARRAY['stake_coins', 'stake_winnings', 'payout', 'refund_coins', 'refund_winnings'] LOOP
    EXECUTE format('ALTER TYPE public.transfer_kind ADD VALUE %L', prefix || '_' || kind);
  END LOOP;
  RETURN number;
END $$;

/*
 * The table of an instant game's bets, for the game's first migration: what every such table has, and the game's own
 * columns, for what a player chooses and what is drawn. A bet is drawn, settled and written by one statement, and
 * never changes after it. `call_key` and `call_body` are eight bytes of the hashes of the call's key and of its body,
 * null for a call without a key.
 */
CREATE OR REPLACE FUNCTION ledger.add_instant_bets(bets name, stakes int8range, step bigint, own_columns text)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE TABLE public.%1$I (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      player_id bigint NOT NULL REFERENCES public.player (id),
      seed_id bigint NOT NULL REFERENCES public.player_seed (id),
      nonce integer NOT NULL CHECK (nonce >= 0),
      amount bigint NOT NULL CHECK (amount <@ %2$L::int8range AND amount %% %3$s = 0),
      from_winnings bigint NOT NULL CHECK (from_winnings >= 0 AND from_winnings <= amount),
      %4$s,
      amount_won bigint NOT NULL CHECK (amount_won >= 0),
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      call_key bigint,
      call_body bigint,
      UNIQUE (seed_id, nonce)
    )', bets, stakes, step, own_columns);
  EXECUTE format('CREATE INDEX %I ON public.%I (player_id, id DESC)', bets || '_player', bets);
  EXECUTE format(
    'CREATE UNIQUE INDEX %I ON public.%I (player_id, call_key) WHERE call_key IS NOT NULL', bets || '_call', bets);
  EXECUTE format(
    'CREATE INDEX %I ON public.%I USING brin (created_at) WITH (autosummarize = on)', bets || '_time', bets);
  EXECUTE format(
    'CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON public.%I FOR EACH ROW EXECUTE FUNCTION public.refuse_final_change()',
    bets || '_is_final', bets);
  PERFORM public.restrict_application(format('public.%I', bets)::regclass, '{}');
END $$;
