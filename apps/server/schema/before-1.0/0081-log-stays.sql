-- The log of what the staff did stays in the database whole: nobody deletes a row of it, the owner of the tables included.

DROP TRIGGER operator_log_is_archived ON operator_log;
DROP FUNCTION guard_archived_row();
DROP TABLE log_archive;

-- In the same transaction, which locks the table: no statement runs between the two.
DROP TRIGGER operator_log_is_permanent ON operator_log;
CREATE TRIGGER operator_log_is_permanent BEFORE UPDATE OR DELETE OR TRUNCATE ON operator_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_log_change();
