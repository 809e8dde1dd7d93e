const DISK_FULL_MESSAGE = 'could not extend file "base/1/2": No space left on device';

/**
 * Makes a database reject writes that would grow it, as one with a full disk does.
 * @returns a function that makes room again
 */
export async function simulateFullDisk(sql: {
  query(text: string): Promise<unknown>;
}): Promise<() => Promise<unknown>> {
  for (const [name, kind] of [
    ['disk_full', 'trigger'],
    ['disk_full_for_tables', 'event_trigger'],
  ])
    await sql.query(
      `CREATE FUNCTION ${name}() RETURNS ${kind} LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION '${DISK_FULL_MESSAGE}' USING ERRCODE = '53100';
       END $$`,
    );
  await sql.query('CREATE TRIGGER disk_full BEFORE INSERT ON customers EXECUTE FUNCTION disk_full()');
  await sql.query(
    `CREATE EVENT TRIGGER disk_full ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION disk_full_for_tables()`,
  );
  return () => sql.query('DROP FUNCTION disk_full, disk_full_for_tables CASCADE');
}
