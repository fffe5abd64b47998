-- A strike is final when it is made; the application has no right to change one anyway.

CREATE TRIGGER high_striker_strike_is_final BEFORE UPDATE OR DELETE ON high_striker_strike
  FOR EACH ROW EXECUTE FUNCTION refuse_final_change();
