import { MigrationInterface, QueryRunner } from 'typeorm';

export class Filters1795000013000 implements MigrationInterface {
  name = 'Filters1795000013000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_848d48587c32ef52a05a800b3b"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_503aad2694850e9c2e9d01fa9b"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_3fba71f5101c57ae12ef071b9d"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_f53eb3d6a8820cd8cd611fb44d" ON "addresses"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_1592f7b6c59cc51e371f9fa63c" ON "customers"  ("organization_id", "mode", "email", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_58ab9ada2b4b5525af0a45689b" ON "customers"  ("organization_id", "mode", "external_ref", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_78014d09453ee933d5cefbfa94" ON "customers"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_aee5ccde8bac9b774622fd1cad" ON "events"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_b37607c3b1173a5680c72661ea" ON "quotes"  ("organization_id", "mode", "scac", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_e9850c2a6f7d0ca778937450df" ON "quotes"  ("organization_id", "mode", "quote_number", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9efe315898376db275fbb95952" ON "quotes"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_c9709c5ab3ec2aab597eae6882" ON "freight"  ("organization_id", "mode", "pickup_date", "id") WHERE pickup_date IS NOT NULL`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_af2fdf38b23079782550576ac9" ON "freight"  ("organization_id", "mode", "scac", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_f5fe9a98d11c0a14211af2b99f" ON "freight"  ("organization_id", "mode", "quote_id", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_1ae1144ff8770a330d46d1823f" ON "freight"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_4e7a2958198c56d2852e4e9463" ON "tracked_shipments"  ("organization_id", "mode", "carrier_name", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_34c873c3b8f40bf5626ad3a1fd" ON "tracked_shipments"  ("organization_id", "mode", "status", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_74bf57487a520808d230263ab3" ON "tracked_shipments"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_6fdea30e139d7df1157602bbf8" ON "webhook_endpoints"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_ce8ee1053d7a0687e786719605" ON "webhook_deliveries"  ("endpoint_id", "event_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_f1de81308a1d6e3486b8178dbc" ON "webhook_deliveries"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_cd40c96c592909cf136c93267d" ON "bills"  ("organization_id", "mode", "carrier_key", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_deda545331b7c5a0eb105c086c" ON "bills"  ("organization_id", "mode", "bill_number", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_9aa3a39d83d6b4136b978d721e" ON "bills"  ("organization_id", "mode", "pro_key", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_c538a833b7c4531510c99bacf8" ON "bills"  ("organization_id", "mode", "created_at", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_8bb05f951c81533da9127a5356" ON "invoices"  ("organization_id", "mode", "due_date", "id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_5444f84f642ca2cda902ba75da" ON "invoices"  ("organization_id", "mode", "created_at", "id") `,
    );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."IDX_5444f84f642ca2cda902ba75da"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_8bb05f951c81533da9127a5356"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_c538a833b7c4531510c99bacf8"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_9aa3a39d83d6b4136b978d721e"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_deda545331b7c5a0eb105c086c"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_cd40c96c592909cf136c93267d"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f1de81308a1d6e3486b8178dbc"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_ce8ee1053d7a0687e786719605"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_6fdea30e139d7df1157602bbf8"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_74bf57487a520808d230263ab3"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_34c873c3b8f40bf5626ad3a1fd"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_4e7a2958198c56d2852e4e9463"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_1ae1144ff8770a330d46d1823f"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f5fe9a98d11c0a14211af2b99f"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_af2fdf38b23079782550576ac9"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_c9709c5ab3ec2aab597eae6882"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_9efe315898376db275fbb95952"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_e9850c2a6f7d0ca778937450df"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_b37607c3b1173a5680c72661ea"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_aee5ccde8bac9b774622fd1cad"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_78014d09453ee933d5cefbfa94"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_58ab9ada2b4b5525af0a45689b"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_1592f7b6c59cc51e371f9fa63c"`);
    await queryRunner.query(`DROP INDEX "public"."IDX_f53eb3d6a8820cd8cd611fb44d"`);
    await queryRunner.query(
      `CREATE INDEX "IDX_3fba71f5101c57ae12ef071b9d" ON "bills" USING btree ("mode", "organization_id", "pro_key") WHERE (freight_id IS NULL)`,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_503aad2694850e9c2e9d01fa9b" ON "freight" USING btree ("mode", "organization_id", "quote_id") `,
    );
    await queryRunner.query(
      `CREATE INDEX "IDX_848d48587c32ef52a05a800b3b" ON "customers" USING btree ("external_ref", "mode", "organization_id") `,
    );
  }
}
