-- Messages to the operator.

-- @statement insertMessage
INSERT INTO contact_message (name, email, title, description) VALUES (:name, :email, :title, :description)
RETURNING id;

-- @statement markMailed
UPDATE contact_message SET mailed_at = clock_timestamp() WHERE id = :id;

-- @statement deleteOldMessages
-- A batch of those that were answered, with the answers. Returns how many there were.
WITH lease AS MATERIALIZED (SELECT epoch FROM held_lease(:epoch)),
  due AS MATERIALIZED (
    SELECT m.id FROM lease, contact_message m
    WHERE m.answered_at < clock_timestamp() - interval '365 days' LIMIT :max_rows
  ),
  deleted AS (DELETE FROM contact_message m USING due WHERE m.id = due.id RETURNING 1)
SELECT count(*)::integer AS deleted FROM deleted;
