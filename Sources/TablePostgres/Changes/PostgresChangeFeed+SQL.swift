import TableDatabase

extension PostgresChangeFeed {
    /// The snapshot, and the process of the server. A replica does not know which transactions are running, so its snapshot
    /// ends with the oldest one.
    private static let moment = """
        SELECT CASE WHEN pg_is_in_recovery() THEN format('%1$s:%1$s:', pg_snapshot_xmin(n.s))::pg_snapshot ELSE n.s END AS s,
            pg_postmaster_start_time() || ' ' || pg_is_in_recovery() AS server
        FROM (SELECT pg_current_snapshot() AS s) n
        """

    static let snapshot = "SELECT m.s, m.server, NULL FROM (\(moment)) m"

    /// The relations whose changes were noted by transactions that the last snapshot did not see: those from `$1` on, and
    /// the list `$2`.
    static let notedChanges = """
        SELECT m.s, m.server, (SELECT string_agg(DISTINCT relation::text, ',') FROM cascade.changes
            WHERE (xid >= $1::xid8 OR xid = ANY ($2::xid8[])) AND pg_visible_in_snapshot(xid, m.s))
        FROM (\(moment)) m
        """

    /// Whether there is a table of changes; and for each relation of the list `$1`: the tables with its rows, if all have
    /// triggers, and whether it has rows of other servers.
    ///
    /// The trigger of a parent notes no change of its children, and a child is changed by way of its parent, unless they
    /// are partitions, whose parent is watched.
    static let watches = """
        WITH RECURSIVE used (root, oid) AS (
            SELECT o, o FROM unnest($1::oid[]) o
            UNION
            SELECT u.root, x.oid FROM used u, LATERAL (
                SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = u.oid
                UNION ALL
                SELECT d.refobjid FROM pg_rewrite r JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass
                    AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
                WHERE r.ev_class = u.oid) x (oid))
        SELECT f.exists, w.root, w.members, w.is_foreign
        FROM (SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = 'cascade' AND c.relname = 'changes' AND has_schema_privilege(n.oid, 'USAGE')
                AND has_table_privilege(c.oid, 'SELECT')) AS exists) f
        LEFT JOIN (
            SELECT u.root, bool_or(c.relkind = 'f') AS is_foreign,
                CASE WHEN bool_and(c.relkind IN ('r', 'p') AND EXISTS (SELECT FROM pg_trigger t
                        WHERE t.tgrelid = c.oid AND t.tgname = 'cascade_watch' AND t.tgenabled IN ('O', 'A')))
                    AND NOT EXISTS (SELECT FROM pg_inherits i WHERE i.inhrelid = u.root)
                THEN string_agg(u.oid::text, ',') END AS members
            FROM used u JOIN pg_class c ON c.oid = u.oid GROUP BY u.root) w ON true
        """

    /// The statements that create the table of changes. A role needs no privileges to note its changes.
    ///
    /// A row is deleted when it is 10 minutes old. No row is waited for, and a transaction that cannot go on after a row
    /// was deleted by another one deletes none.
    static let creation = [
        "CREATE SCHEMA IF NOT EXISTS cascade",
        """
        CREATE TABLE IF NOT EXISTS cascade.changes (
            xid xid8 NOT NULL DEFAULT pg_current_xact_id(), relation oid NOT NULL,
            at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (xid, relation))
        """,
        "COMMENT ON TABLE cascade.changes IS 'The transactions of the last minutes and the tables they wrote to, for open pages. Remove it with: cascade watch remove'",
        """
        CREATE OR REPLACE FUNCTION cascade.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            INSERT INTO cascade.changes (relation) VALUES (TG_RELID) ON CONFLICT DO NOTHING;
            IF random() < 0.01 AND current_setting('transaction_isolation') = 'read committed' THEN
                DELETE FROM cascade.changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM cascade.changes
                    WHERE at < clock_timestamp() - interval '10 minutes' ORDER BY xid LIMIT 1000
                    FOR UPDATE SKIP LOCKED));
            END IF;
            RETURN NULL;
        END $$
        """,
        "GRANT USAGE ON SCHEMA cascade TO PUBLIC",
        "GRANT SELECT ON cascade.changes TO PUBLIC",
    ]

    /// All tables but those of the system: schema, name, whether the role may add a trigger, whether it is there.
    static let tables = """
        SELECT n.nspname, c.relname, has_table_privilege(c.oid, 'TRIGGER'), EXISTS (SELECT FROM pg_trigger t
            WHERE t.tgrelid = c.oid AND t.tgname = 'cascade_watch')
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
            AND n.nspname NOT IN ('information_schema', 'cascade') AND n.nspname !~ '^pg_'
        ORDER BY n.nspname <> 'public', n.nspname, c.relname
        """

    static func trigger(onTable name: String, in schema: String) -> String {
        """
        CREATE TRIGGER cascade_watch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE
            ON \(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(name))
            FOR EACH STATEMENT EXECUTE FUNCTION cascade.note_change()
        """
    }

    /// The statements that remove the triggers.
    static let triggers = """
        SELECT format('DROP TRIGGER IF EXISTS %I ON %s', t.tgname, t.tgrelid::regclass) FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'cascade' AND p.proname = 'note_change' AND t.tgparentid = 0
        """

    /// The statements that remove the triggers and the table of changes, and the schema if nothing else is in it.
    static let removal = [
        "DROP FUNCTION IF EXISTS cascade.note_change() CASCADE",
        "DROP TABLE IF EXISTS cascade.changes",
        """
        DO $$ BEGIN
            DROP SCHEMA IF EXISTS cascade;
        EXCEPTION WHEN dependent_objects_still_exist THEN
            REVOKE USAGE ON SCHEMA cascade FROM PUBLIC;
        END $$
        """,
    ]
}
