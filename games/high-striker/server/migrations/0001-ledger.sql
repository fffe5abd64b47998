-- High Striker's account and transfers. New values of an enum can be used from the next migration on.

INSERT INTO account (id, name) VALUES (14, 'high-striker');
ALTER TYPE transfer_kind ADD VALUE 'high_striker_stake_coins';
ALTER TYPE transfer_kind ADD VALUE 'high_striker_stake_winnings';
ALTER TYPE transfer_kind ADD VALUE 'high_striker_payout';
ALTER TYPE transfer_kind ADD VALUE 'high_striker_refund_coins';
ALTER TYPE transfer_kind ADD VALUE 'high_striker_refund_winnings';
