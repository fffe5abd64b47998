-- One-time links that open the first staff account, while there has never been one. Every start makes one.
CREATE TABLE first_staff_link (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
SELECT restrict_application('first_staff_link', '{}', may_delete => true);
