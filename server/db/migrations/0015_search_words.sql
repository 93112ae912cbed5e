-- The words of a customer's name, company and e-mail, folded, as `wordsOf` (src/contract/customer-match.ts) has them. In scripts that
-- write no spaces a word is found by any of its parts. A tsvector holds no word of more than 2 kB.
CREATE FUNCTION search_words(name text, email text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
DECLARE
  spaced CONSTANT text := translate(name || ' ' || lower(email), E'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 32));
  words text[] := array_remove(string_to_array(spaced, ' '), '');
BEGIN
  IF octet_length(spaced) > 2000 OR spaced ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]' THEN
    words := ARRAY(
      SELECT substr(word, start, 64) FROM unnest(words) AS word, generate_series(1, least(length(word), 64)) AS start
      WHERE start = 1 OR word ~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]'
    );
  END IF;
  RETURN array_to_tsvector(words);
END $$;--> statement-breakpoint
CREATE INDEX "customers_search_words" ON "customers" USING gin (search_words("name_key", "email"));
