-- A shop, in the SQL that SQLite and PostgreSQL share.
CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT NOT NULL, region TEXT NOT NULL);
CREATE TABLE orders(
    id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id),
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'paid', 'shipped')), placed DATE, note TEXT,
    margin INTEGER);
CREATE TABLE lines(
    id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id) ON DELETE CASCADE, product TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0), price NUMERIC NOT NULL);
CREATE TABLE staff(name TEXT PRIMARY KEY, salary INTEGER);
INSERT INTO customers VALUES (1, 'Ada Lovelace', 'north'), (2, 'Carl Linnaeus', 'south'), (3, 'Mary Anning', 'north');
INSERT INTO orders VALUES
    (1, 1, 'paid', '2026-11-01', 'Ring twice', 12), (2, 2, 'paid', '2026-11-02', NULL, 4),
    (3, 3, 'new', '2026-11-03', NULL, 7), (4, 1, 'shipped', '2026-10-12', NULL, 9), (5, 3, 'paid', '2026-11-05', NULL, 1);
INSERT INTO lines VALUES
    (1, 1, 'Lamp', 2, 19.5), (2, 1, 'Cable', 1, 4.7), (3, 2, 'Desk', 1, 249), (4, 3, 'Chair', 4, 85), (5, 4, 'Lamp', 1, 19.5),
    (6, 5, 'Cable', 3, 4.7);
INSERT INTO staff VALUES ('ada', 5000), ('nora', 4100), ('sam', 4000);
