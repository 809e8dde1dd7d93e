import { MigrationInterface, QueryRunner } from 'typeorm';

/** One row: when a worker last said that it works. A crash of the database may take it: the next beat brings it back. */
export class WorkerHeartbeat1795000080000 implements MigrationInterface {
  name = 'WorkerHeartbeat1795000080000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE UNLOGGED TABLE worker_heartbeat (id smallint PRIMARY KEY, at timestamptz NOT NULL)`,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE worker_heartbeat`);
  }
}
