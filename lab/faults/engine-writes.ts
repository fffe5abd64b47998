/**
 * Records in the database which process took the lease, and which process wrote a round or draw under which epoch, so
 * that a test can prove that no process wrote one while another was leading. The
 * application name of a connection names its process.
 */
import type { Cluster } from './cluster.ts';

/** What the leader alone writes. */
const tables = ['aviator_round', 'double_trouble_draw', 'lottery_draw'];

export const recordEngineWrites = async ({ asOwner }: Pick<Cluster, 'asOwner'>): Promise<void> => {
  await asOwner(`CREATE SCHEMA recorded`);
  await asOwner(`CREATE TABLE recorded.lease (epoch bigint PRIMARY KEY, process text NOT NULL)`);
  await asOwner(
    `CREATE TABLE recorded.engine_write (epoch bigint NOT NULL, process text NOT NULL, relation text NOT NULL)`,
  );
  await asOwner(`CREATE FUNCTION recorded.add_lease() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO recorded.lease VALUES (NEW.epoch, current_setting('application_name'));
      RETURN NULL;
    END $$`);
  await asOwner(`CREATE TRIGGER record AFTER UPDATE ON director_lease FOR EACH ROW
    WHEN (NEW.epoch <> OLD.epoch) EXECUTE FUNCTION recorded.add_lease()`);
  // The writer has a share lock on the lease, so that the epoch read here is the one in force.
  await asOwner(`CREATE FUNCTION recorded.add_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO recorded.engine_write
      SELECT epoch, current_setting('application_name'), TG_TABLE_NAME FROM public.director_lease;
      RETURN NULL;
    END $$`);
  for (const table of tables) {
    await asOwner(`CREATE TRIGGER record AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW
      EXECUTE FUNCTION recorded.add_write()`);
  }
};

export interface RecordedWrites {
  /** Writes of processes whose lease was recorded. */
  count: number;
  /** Writes of a process while another had the lease. */
  stale: { epoch: string; process: string; relation: string }[];
}

export const readEngineWrites = async ({ asOwner }: Pick<Cluster, 'asOwner'>): Promise<RecordedWrites> => {
  const [counted] = await asOwner<{ count: number }>(
    'SELECT count(*)::integer AS count FROM recorded.engine_write JOIN recorded.lease USING (epoch)',
  );
  const stale = await asOwner<RecordedWrites['stale'][number]>(
    `SELECT w.epoch::text, w.process, w.relation FROM recorded.engine_write w JOIN recorded.lease l USING (epoch)
     WHERE w.process <> l.process`,
  );
  return { count: counted?.count ?? 0, stale };
};
