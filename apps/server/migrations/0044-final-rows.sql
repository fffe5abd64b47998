-- What was decided stays as it is. By privilege the application changes those columns alone that a later step of a round
-- writes, and removes no row of a round; by trigger nobody, its tables' owner included, changes a row that is final.

CREATE FUNCTION refuse_final_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'a row of % is final', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

/*
 * Leaves the application the right to change these columns of a table, and to remove rows where `may_delete` says so.
 * For migrations; does nothing where the server has no role of the application.
 */
CREATE FUNCTION restrict_application(restricted regclass, columns name[], may_delete boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    RETURN;
  END IF;
  EXECUTE format('REVOKE UPDATE, TRUNCATE ON %s FROM fairground_app', restricted);
  IF NOT may_delete THEN
    EXECUTE format('REVOKE DELETE ON %s FROM fairground_app', restricted);
  END IF;
  IF cardinality(columns) > 0 THEN
    EXECUTE format('GRANT UPDATE (%s) ON %s TO fairground_app',
      (SELECT string_agg(quote_ident(c), ', ') FROM unnest(columns) c), restricted);
  END IF;
END $$;
REVOKE ALL ON FUNCTION restrict_application FROM PUBLIC;

-- Seeds. `sealed` is sealed again when the key is replaced, by the owner.
SELECT restrict_application('player_seed',
  '{activated_at,client_seed,client_seed_source,revealed_at,seed,state,next_nonce}');
CREATE TRIGGER player_seed_is_final
  BEFORE DELETE OR UPDATE OF id, player_id, state, commitment, client_seed, client_seed_source, next_nonce, seed, created_at,
    activated_at, revealed_at ON player_seed
  FOR EACH ROW WHEN (OLD.state = 'revealed') EXECUTE FUNCTION refuse_final_change();

SELECT restrict_application('fairness_chain', '{next_link,ended_by}');
SELECT restrict_application('fairness_checkpoint', '{}');
CREATE TRIGGER fairness_chain_is_final
  BEFORE DELETE OR UPDATE OF id, game, terminal_hash, salt, salt_source, links, published_at ON fairness_chain
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();

-- Rewards.
SELECT restrict_application('ad_view', '{confirmed_at,confirmed_by,paid_at,paid_on}', may_delete => true);
CREATE TRIGGER ad_view_is_final BEFORE UPDATE OR DELETE ON ad_view
  FOR EACH ROW WHEN (OLD.paid_at IS NOT NULL) EXECUTE FUNCTION refuse_final_change();
SELECT restrict_application('referral', '{state,earned_at,rewarded_at,rewarded_on}');
SELECT restrict_application('play_break', '{}');

-- Which migrations were applied.
SELECT restrict_application('kysely_migration', '{}');
SELECT restrict_application('kysely_migration_lock', '{}');
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    REVOKE INSERT ON kysely_migration, kysely_migration_lock FROM fairground_app;
  END IF;
END $$;
