-- UGX has no decimals (contract/money.ts), but Stripe counts it in hundredths, and so did we. Every row in UGX is Stripe's: ingest has no amounts,
-- and the demo nothing in this currency. Amounts in euros were settled by Stripe and stay, and with them the figures.
UPDATE payments SET amount = round(amount / 100.0), amount_refunded = round(amount_refunded / 100.0), version = version + 1
WHERE lower(currency) = 'ugx';--> statement-breakpoint
UPDATE refunds SET amount = round(amount / 100.0) WHERE lower(currency) = 'ugx';--> statement-breakpoint
UPDATE invoices SET subtotal = round(subtotal / 100.0), vat_amount = round(total / 100.0) - round(subtotal / 100.0), total = round(total / 100.0)
WHERE lower(currency) = 'ugx';--> statement-breakpoint
UPDATE customers SET plan_price = round(plan_price / 100.0) WHERE lower(plan_currency) = 'ugx';--> statement-breakpoint
UPDATE audit_log SET
  before = CASE WHEN before ? 'amountRefunded' THEN before || jsonb_build_object('amountRefunded', round((before ->> 'amountRefunded')::numeric / 100)) ELSE before END,
  after = CASE WHEN after ? 'amountRefunded' THEN after || jsonb_build_object('amountRefunded', round((after ->> 'amountRefunded')::numeric / 100)) ELSE after END
FROM payments p
WHERE target_type = 'payment' AND target_id = p.id AND lower(p.currency) = 'ugx' AND (before ? 'amountRefunded' OR after ? 'amountRefunded');--> statement-breakpoint
-- The embedded provider's books, if it was ever used on them.
UPDATE sandbox_refunds r SET amount = round(r.amount / 100.0) FROM sandbox_payments p WHERE p.intent_id = r.intent_id AND lower(p.currency) = 'ugx';--> statement-breakpoint
UPDATE sandbox_payments SET amount = round(amount / 100.0), amount_refunded = round(amount_refunded / 100.0) WHERE lower(currency) = 'ugx';--> statement-breakpoint
-- What Stripe had not settled was converted at the rate given to stripe-sync, as if the amount were in shillings: a hundredfold. A euro has been 2,500
-- shillings and more since 2009, so whatever is worth more than a quarter of a cent each is such an amount.
UPDATE customers c SET total_revenue = total_revenue - wrong.excess
FROM (
  SELECT user_id, sum(final_amount - round(final_amount / 100.0) - (final_amount_refunded - round(final_amount_refunded / 100.0))) AS excess
  FROM payments WHERE lower(currency) = 'ugx' AND final_amount > amount / 4 + 1 AND stripe_payment_intent_status = 'succeeded' GROUP BY user_id
) AS wrong
WHERE c.id = wrong.user_id;--> statement-breakpoint
UPDATE refunds r SET final_amount = round(r.final_amount / 100.0)
FROM payments p WHERE p.id = r.payment_id AND lower(p.currency) = 'ugx' AND p.final_amount > p.amount / 4 + 1;--> statement-breakpoint
UPDATE payments SET final_amount = round(final_amount / 100.0), final_amount_refunded = round(final_amount_refunded / 100.0)
WHERE lower(currency) = 'ugx' AND final_amount > amount / 4 + 1;--> statement-breakpoint
UPDATE customers SET plan_final_price = round(plan_final_price / 100.0) WHERE lower(plan_currency) = 'ugx' AND plan_final_price > plan_price / 4 + 1;
