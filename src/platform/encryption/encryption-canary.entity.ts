import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** One row that each start decrypts, to check that the configured key is the one of this database. */
@Entity('encryption_canary')
@Check('CHK_encryption_canary', 'id = 1')
export class EncryptionCanary {
  @PrimaryColumn('smallint', { default: 1, primaryKeyConstraintName: 'PK_encryption_canary' }) id: number;
  @Column('bytea') sealedText: Buffer;
}
