import { IsInt, Min } from 'class-validator';
import { CarrierDeclined, InjectableAdapter, Setting } from 'lading';
import type { CarrierAccount, CarrierAdapter, RateRequest, RawRate } from 'lading';

export class AcmeSettings {
  @Setting('Cents per hundredweight.')
  @IsInt()
  @Min(1)
  cents_per_cwt: number;
}

/** Acme's own trucks: within one state, rated by weight, booked by hand. */
@InjectableAdapter()
export class AcmeAdapter implements CarrierAdapter<AcmeSettings> {
  readonly name = 'acme';
  readonly settings = AcmeSettings;
  readonly title = 'Acme Trucks';
  readonly carriers = [{ scac: 'ACMX', name: 'Acme Trucks' }];

  async rate(
    { origin, destination, items }: RateRequest,
    { settings }: CarrierAccount<AcmeSettings>,
  ): Promise<RawRate[]> {
    if (origin.state !== destination.state) throw new CarrierDeclined('Acme Trucks serves one state.');
    const pounds = items.reduce((sum, { weight }) => sum + weight, 0);
    const amountCents = Math.ceil((pounds / 100) * settings.cents_per_cwt);
    return [
      {
        quoteNumber: `ACME-${amountCents}`,
        serviceLevel: 'Same day',
        serviceCode: 'DAY',
        transitDays: 1,
        netChargeCents: amountCents,
        charges: [{ type: 'linehaul', code: 'LINEHAUL', description: 'By weight', amountCents }],
      },
    ];
  }
}
