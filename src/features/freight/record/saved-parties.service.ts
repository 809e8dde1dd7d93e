import { Injectable } from '@nestjs/common';
import type { Address } from '../../addresses/address.entity.js';
import { AddressesService } from '../../addresses/addresses.service.js';
import type { Caller } from '../../../platform/auth/caller.js';
import { requireScope } from '../../../platform/auth/scopes.js';
import type { SavedPartyAddresses } from './draft-warnings.js';
import type { UpdateFreightDto } from './freight.dto.js';
import type { PickupTimes } from './freight.entity.js';
import type { FreightPartyDto } from './parties.dto.js';

/** Values that saved addresses add besides the parties. */
export interface SavedPartyDetails {
  /** Dock hours of `ship_from`. Null removes the stored hours, undefined keeps them. */
  pickupTimes?: PickupTimes | null;
  savedAddresses: SavedPartyAddresses;
}

/** Fills in parties from saved addresses. */
@Injectable()
export class SavedPartiesService {
  constructor(private readonly addresses: AddressesService) {}

  /**
   * Returns the request with the parties of the addresses that it names. Fields of the request take precedence. The
   * instructions of the addresses are used if neither the request nor the freight (`stored`) has any.
   * @throws ApiError unknown_reference, insufficient_scope
   */
  async resolve<Body extends UpdateFreightDto>(
    caller: Caller,
    body: Body,
    stored: string | null = null,
  ): Promise<Body & SavedPartyDetails> {
    const from = await this.findAddress(caller, 'ship_from', body.ship_from);
    const to = await this.findAddress(caller, 'ship_to', body.ship_to);
    const pickupTimes = from ? toPickupTimes(from) : body.ship_from === null ? null : undefined;
    const savedAddresses = {
      ship_from: body.ship_from === null ? null : from,
      ship_to: body.ship_to === null ? null : to,
    };
    if (!from && !to) return { ...body, pickupTimes, savedAddresses };
    const instructions = [
      from?.instructions && `Pickup: ${from.instructions}`,
      to && formatDeliveryInstructions(to),
    ]
      .filter(Boolean)
      .join('\n');
    return {
      ...body,
      pickupTimes,
      savedAddresses,
      ...(from && { ship_from: fillParty(from, body.ship_from!) }),
      ...(to && { ship_to: fillParty(to, body.ship_to!) }),
      ...(body.special_instructions === undefined &&
        stored === null &&
        instructions && { special_instructions: instructions }),
    };
  }

  private async findAddress(
    caller: Caller,
    side: 'ship_from' | 'ship_to',
    party: FreightPartyDto | null | undefined,
  ): Promise<Address | undefined> {
    const id = party?.address_id;
    if (id === undefined) return undefined;
    const param = `${side}.address_id`;
    requireScope(caller, 'addresses.read', param);
    return this.addresses.getReferenced(caller, id, param);
  }
}

function toPickupTimes({ hours }: Address): PickupTimes | null {
  return hours && { ready_time: hours.open, close_time: hours.close };
}

/** `Delivery (08:00–15:30): Ring twice`. */
function formatDeliveryInstructions({ hours, instructions }: Address): string {
  if (!hours) return instructions ? `Delivery: ${instructions}` : '';
  const open = `Delivery (${hours.open}–${hours.close})`;
  return instructions ? `${open}: ${instructions}` : open;
}

/** Merges the fields of the request into the saved address. */
function fillParty(address: Address, party: FreightPartyDto): FreightPartyDto {
  const { company, contact, address: street, city, state, zip, country, phone, email } = address;
  const own = Object.fromEntries(
    Object.entries(party).filter(([name, value]) => value !== undefined && name !== 'address_id'),
  );
  return { company, contact, address: street, city, state, zip, country, phone, email, ...own };
}
