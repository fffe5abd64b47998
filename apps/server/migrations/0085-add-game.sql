-- The account and the five kinds of transfers of a new game, for the game's migrations. Returns the account's number.
-- It runs with the rights of its caller: the role that the program works under can neither add accounts nor change types.
-- A kind cannot be used in the transaction that adds it; functions that are called later may name it.
CREATE FUNCTION ledger.add_game(folder text, prefix text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  number bigint;
  kind text;
BEGIN
  IF prefix !~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' OR length(prefix) > 40 THEN
    RAISE EXCEPTION 'the prefix % is not made of at most 40 lowercase letters, digits and underscores', prefix;
  END IF;
  -- The other functions find the account of a game by its prefix.
  IF folder <> replace(prefix, '_', '-') THEN
    RAISE EXCEPTION 'the prefix of the game in the folder % must be %', folder, replace(folder, '-', '_');
  END IF;
  SELECT a.id INTO number FROM public.account a WHERE a.name = folder;
  IF FOUND THEN RAISE EXCEPTION 'account % is taken by number %', folder, number; END IF;
  SELECT greatest(max(a.id), 9) + 1 INTO number FROM public.account a;
  INSERT INTO public.account (id, name) VALUES (number, folder);
  FOREACH kind IN ARRAY ARRAY['stake_coins', 'stake_winnings', 'payout', 'refund_coins', 'refund_winnings'] LOOP
    EXECUTE format('ALTER TYPE public.transfer_kind ADD VALUE %L', prefix || '_' || kind);
  END LOOP;
  RETURN number;
END $$;
