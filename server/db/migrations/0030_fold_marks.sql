-- What foldText (src/contract/fold.ts) makes of names by now: marks that are letters stay ('राम' is not 'रीमा'), and what looks alike is alike.
-- Rows are filled anew from the names themselves where they hold such signs. Nothing here locks reading.
CREATE FUNCTION fold_text(original text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(
    translate(replace(replace(replace(replace(
      translate(
        lower(normalize(
          translate(
            regexp_replace(
              normalize(replace(original, '´', ''''), NFKD),
              '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\ufffc\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]',
              '', 'g'),
            '’‘ʼʻ`′ʹ‐‑‒–—―−ىیک٠۰١۱٢۲٣۳٤۴٥۵٦۶٧۷٨۸٩۹',
            '''''''''''''''-------ييك00112233445566778899'),
          NFC)),
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖŁĐÐØĦŊŦƏǤƵƗɄƁƊƐƑƔƘƝƆƲƳÆŒÞ',
        'αβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆłđðøħŋŧəǥƶɨʉɓɗɛƒɣƙɲɔʋƴæœþ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'łđðøıħŋŧĸəǝǥƶƀɨʉɓɖɗɛƒɣƙɲɔʋƴς', 'lddoihntkeegzbiubddefgknovyσ'),
    '[ \t\n\v\f\r\u1680\u2028\u2029]+', ' ', 'g'), ' ')
$$;--> statement-breakpoint
CREATE FUNCTION folds_otherwise(original text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT original ~ '[\u00ad\u00b4`\u02b9-\u02bf\u0530-\u1cff\u2000-\u20ff\u2212\u2e80-\uffff\U00010000-\U0010ffff]'
$$;--> statement-breakpoint
UPDATE folders SET name_key = fold_text(name) WHERE folds_otherwise(name);--> statement-breakpoint
UPDATE qrs SET name_key = fold_text(name) WHERE folds_otherwise(name);--> statement-breakpoint
UPDATE customers
SET search_keys = folded.keys, search_text = array_to_string(folded.keys, E'\n'),
  name_key = folded.name || CASE folded.company WHEN '' THEN '' ELSE ' - ' || folded.company END
FROM (
  SELECT id, name, company, ARRAY(
    SELECT key FROM unnest(ARRAY[id::text, email, name, company, provider]) WITH ORDINALITY AS each (key, place)
    WHERE key <> '' GROUP BY key ORDER BY min(place)
  ) AS keys
  FROM (
    SELECT id, fold_text(first_name || ' ' || last_name) AS name, fold_text(coalesce(company_name, '')) AS company, fold_text(email) AS email,
      fold_text(coalesce(stripe_customer_id, '')) AS provider
    FROM customers WHERE folds_otherwise(concat_ws(' ', first_name, last_name, company_name, email))
  ) AS parts
) AS folded
WHERE customers.id = folded.id;--> statement-breakpoint
DROP FUNCTION folds_otherwise;--> statement-breakpoint
DROP FUNCTION fold_text;
