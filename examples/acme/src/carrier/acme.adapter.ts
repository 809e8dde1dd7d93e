import { IsInt, Min } from 'class-validator';
import { CarrierDeclined, InjectableAdapter, requireCodes, Setting } from 'lading';
import type { CarrierAccount, CarrierAdapter, RateRequest, RawRate } from 'lading';

export class AcmeSettings {
  @Setting('Cents per hundredweight.')
  @IsInt()
  @Min(1)
  cents_per_cwt: number;
}

/** Acme's own trucks, which serve one state, charge by weight and are booked by hand. */
@InjectableAdapter()
export class AcmeAdapter implements CarrierAdapter<AcmeSettings> {
  readonly name = 'acme';
  readonly settings = AcmeSettings;
  readonly title = 'Acme Trucks';
  readonly carriers = [{ scac: 'ACMX', name: 'Acme Trucks' }];

  async rate(
    { origin, destination, items, accessorials }: RateRequest,
    { settings }: CarrierAccount<AcmeSettings>,
    signal: AbortSignal,
  ): Promise<RawRate[]> {
    signal.throwIfAborted();
    if (origin.state !== destination.state) throw new CarrierDeclined('Acme Trucks serves one state.');
    // Acme offers no services, so this declines by the name of the first one.
    requireCodes(accessorials, {});
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
