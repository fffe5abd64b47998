-- Messages to the operator.

-- @statement insertMessage
INSERT INTO contact_message (name, email, title, description) VALUES (:name, :email, :title, :description)
RETURNING id;

-- @statement markMailed
UPDATE contact_message SET mailed_at = clock_timestamp() WHERE id = :id;
