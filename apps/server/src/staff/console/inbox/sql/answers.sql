-- Answers of the staff to messages of the contact page.

-- @statement insertAnswer
-- No row where the same call came before, or the message is gone.
INSERT INTO contact_answer (message_id, staff_id, text, key)
SELECT m.id, :staff_id, :text, :key FROM contact_message m WHERE m.id = :message_id
ON CONFLICT (staff_id, key) DO NOTHING RETURNING id;

-- @statement findAnswerByKey
SELECT id, message_id, text FROM contact_answer WHERE staff_id = :staff_id AND key = :key;

-- @statement claimMail
-- The answer is mailed at most once at a time: no row where it was, or another call is mailing it.
UPDATE contact_answer SET mailed_at = clock_timestamp() WHERE id = :id AND mailed_at IS NULL RETURNING id;

-- @statement releaseMail
UPDATE contact_answer SET mailed_at = NULL WHERE id = :id;

-- @statement listAnswers
SELECT a.id, s.name AS staff, a.text, a.created_at, a.mailed_at IS NOT NULL AS is_mailed
FROM contact_answer a JOIN staff s ON s.id = a.staff_id WHERE a.message_id = :message_id ORDER BY a.id;
