-- In the order of their age, as answers are (V0071).
CREATE INDEX policy_use_age ON policy_use (minute);
DROP INDEX policy_use_minute;
