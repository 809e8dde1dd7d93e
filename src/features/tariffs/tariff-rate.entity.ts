import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { FreightClass } from '../../domain/freight-classes.js';
import { Tariff } from './tariff.entity.js';

/**
 * One row of a tariff's file. Amounts are dollars: `numeric` keeps their digits, so that a download equals the upload. The row
 * has no tenant; every query joins its tariff.
 */
@Entity('tariff_rates')
@Index(['tariffId', 'origin', 'destination', 'freightClass'], { unique: true })
export class TariffRate {
  @ForeignKey(() => Tariff, { onDelete: 'CASCADE' })
  @PrimaryColumn('bigint')
  tariffId: number;

  @PrimaryColumn('integer') position: number;
  @Column('varchar', { length: 3 }) origin: string;
  @Column('varchar', { length: 3 }) destination: string;
  @Column('varchar', { length: 5 }) freightClass: FreightClass;
  @Column('numeric') minimum: string;
  /** Dollars per hundredweight, one for each weight break. */
  @Column('numeric', { array: true }) rates: string[];
}
