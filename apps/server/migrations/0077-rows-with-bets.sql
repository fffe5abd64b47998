-- Bets have no foreign keys, since each would be checked again under the lock that protects it. What a foreign key refuses at
-- its other end costs bets nothing: a round or draw whose bets would be left behind keeps its id and stays.

-- With the table of the bets and their column as arguments. As a trigger runs after the row was locked, it sees the bets of
-- transactions that the row was waited for.
CREATE FUNCTION refuse_bets_left_behind() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_catalog AS $$
DECLARE is_left boolean;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.id = OLD.id THEN
    RETURN NULL;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I = $1)', TG_ARGV[0], TG_ARGV[1]) INTO is_left USING OLD.id;
  IF is_left THEN
    RAISE EXCEPTION 'row % of % has bets', OLD.id, TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
