-- Invitations by the operator, for a site that is not open to everybody. Each is for one account.
CREATE TABLE invitation (
  token_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
