-- Up Migration

-- The address under which a running relay is reached, for the commands of an operator.
ALTER TABLE listening ADD COLUMN address text;

-- Down Migration

ALTER TABLE listening DROP COLUMN address;
