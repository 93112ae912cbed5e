-- What foldText (server/search-text.ts) makes of letters that do not decompose: `ł` is found and sorted as `l`. The columns hold folded
-- text already, so only these letters are left to replace. Nothing here locks reading.
CREATE FUNCTION plain_letters(folded text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT translate(replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'łđðøıħŋŧĸəǝǥƶƀɨʉɓɖɗɛƒɣƙɲɔʋƴς', 'lddoihntkeegzbiubddefgknovyσ')
$$;--> statement-breakpoint
UPDATE folders SET name_key = plain_letters(name_key) WHERE name_key <> plain_letters(name_key);--> statement-breakpoint
UPDATE qrs SET name_key = plain_letters(name_key) WHERE name_key <> plain_letters(name_key);--> statement-breakpoint
-- Two values that have become the same stand once, in the place of the first.
UPDATE customers SET search_keys = folded.keys, search_text = array_to_string(folded.keys, E'\n'), name_key = plain_letters(name_key)
FROM (
  SELECT id, array_agg(key ORDER BY place) AS keys FROM (
    SELECT c.id, plain_letters(k.key) AS key, min(k.place) AS place
    FROM customers c, unnest(c.search_keys) WITH ORDINALITY AS k (key, place)
    WHERE c.search_text <> plain_letters(c.search_text) OR c.name_key <> plain_letters(c.name_key)
    GROUP BY c.id, plain_letters(k.key)
  ) AS kept GROUP BY id
) AS folded
WHERE customers.id = folded.id;--> statement-breakpoint
DROP FUNCTION plain_letters;
