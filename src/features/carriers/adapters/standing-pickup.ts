import { applyDecorators } from '@nestjs/common';
import { IsBoolean, IsOptional } from 'class-validator';
import type { RawTender } from '../carrier-adapter.js';
import type { TenderRequest } from '../carrier-requests.js';
import { Setting } from '../setting.js';

export interface StandingPickupSettings {
  standing_pickup?: boolean;
}

/** The setting `standing_pickup`. */
export function StandingPickup(): PropertyDecorator {
  return applyDecorators(
    Setting('Whether the carrier comes every day anyway: then nobody has to ask it to.'),
    IsOptional(),
    IsBoolean(),
  );
}

/** A booking of which nobody said from when to when: its carrier was asked for no pickup, unless it comes or confirms one all the same. */
export function addPickupWarning(
  carrier: string,
  { pickup }: TenderRequest,
  tender: RawTender,
  { standing_pickup: comes }: StandingPickupSettings,
): RawTender {
  if (pickup || comes || tender.pickupConfirmation) return tender;
  const warning = `${carrier} has the booking, but was not asked for a pickup, which has no hours: telephone it.`;
  return { ...tender, warning };
}
