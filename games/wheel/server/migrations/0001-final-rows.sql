-- A spin is final when it is made.

SELECT restrict_application('wheel_spin', '{}');
CREATE TRIGGER wheel_spin_is_final BEFORE UPDATE OR DELETE ON wheel_spin
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
