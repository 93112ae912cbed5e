-- Days whose refunds were counted though their payment was not.
INSERT INTO figure_marks (day)
SELECT DISTINCT madrid_day(r.settled_at) FROM refunds r JOIN payments p ON p.id = r.payment_id
WHERE r.state = 'succeeded' AND r.settled_at IS NOT NULL AND (p.stripe_payment_intent_status <> 'succeeded' OR p.confirmed_at IS NULL);
