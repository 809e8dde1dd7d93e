import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A carrier of the directory that all organizations share. Ids below 1,000 are the same in every installation. */
@Entity('carriers')
export class Carrier {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' }) id: number;
  @Column('varchar', { length: 255 }) name: string;

  @Index({ unique: true })
  @Column('varchar', { length: 4 })
  scac: string;

  @Column('varchar', { length: 20, default: 'ltl' }) carrierType: string;
  @Column('varchar', { length: 255, nullable: true }) contact: string | null;
  @Column('varchar', { length: 40, nullable: true }) phone: string | null;
  @Column('varchar', { length: 255, nullable: true }) email: string | null;
  @Column('text', { nullable: true }) logoUrl: string | null;
  @Column('text', { nullable: true }) trackingUrl: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
