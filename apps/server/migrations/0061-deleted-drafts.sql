-- Drafts of posts and letters that were never published or sent can be deleted. What was public or was mailed stays: others
-- have read it.

CREATE TRIGGER started_letter_stays BEFORE DELETE ON letter
  FOR EACH ROW WHEN (OLD.state <> 'draft') EXECUTE FUNCTION refuse_started_letter_change();

CREATE FUNCTION refuse_published_draft_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM blog_post WHERE slug = OLD.slug AND draft_version IS NOT NULL) THEN
    RAISE EXCEPTION 'a post that was published or scheduled is not deleted' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER published_draft_stays BEFORE DELETE ON post_draft
  FOR EACH ROW EXECUTE FUNCTION refuse_published_draft_deletion();

DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'fairground_app') THEN
    GRANT DELETE ON letter, post_draft TO fairground_app;
  END IF;
END $$;
