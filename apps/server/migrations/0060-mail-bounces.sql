-- Addresses whose mails come back or were reported as spam. A mark lasts as long as an account or a subscription has the
-- address, and until its owner confirms it again.

-- In the order of their weight: a later report never lowers it.
CREATE TYPE mail_bounce_kind AS ENUM ('soft', 'hard', 'complaint');

CREATE TABLE mail_bounce (
  -- In lower case, as addresses are compared.
  address text PRIMARY KEY CHECK (length(address) <= 254),
  kind mail_bounce_kind NOT NULL,
  -- When the newest mail came back, as it was reported.
  bounced_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of that mail, where the report named it.
  message_id text CHECK (length(message_id) <= 250)
);
SELECT restrict_application('mail_bounce', '{kind,bounced_at,recorded_at,message_id}', may_delete => true);

-- Triggers, because accounts and subscriptions end in several ways, and in processes of earlier versions too.
CREATE FUNCTION forget_mail_bounce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_bounce b WHERE b.address = lower(OLD.email)
    AND NOT EXISTS (SELECT FROM player p WHERE lower(p.email) = lower(OLD.email))
    AND NOT EXISTS (SELECT FROM newsletter_subscriber s WHERE lower(s.email) = lower(OLD.email));
  RETURN NULL;
END $$;

CREATE TRIGGER player_leaves_address AFTER UPDATE OF email ON player
  FOR EACH ROW WHEN (lower(OLD.email) IS DISTINCT FROM lower(NEW.email)) EXECUTE FUNCTION forget_mail_bounce();
CREATE TRIGGER subscriber_leaves AFTER DELETE ON newsletter_subscriber
  FOR EACH ROW EXECUTE FUNCTION forget_mail_bounce();

-- A link that was mailed to the address was opened.
CREATE FUNCTION clear_mail_bounce() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM mail_bounce WHERE address = lower(NEW.email);
  RETURN NULL;
END $$;

CREATE TRIGGER player_confirms_address AFTER UPDATE OF email_confirmed_at ON player
  FOR EACH ROW WHEN (NEW.email_confirmed_at IS NOT NULL AND NEW.email_confirmed_at IS DISTINCT FROM OLD.email_confirmed_at)
  EXECUTE FUNCTION clear_mail_bounce();
CREATE TRIGGER subscriber_confirms AFTER UPDATE OF confirmed_at ON newsletter_subscriber
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL AND OLD.confirmed_at IS NULL) EXECUTE FUNCTION clear_mail_bounce();
