import { Injectable } from '@nestjs/common';
import type { Address } from '../../addresses/address.entity.js';
import { AddressesService } from '../../addresses/addresses.service.js';
import type { Caller } from '../../../platform/auth/caller.js';
import { requireScope } from '../../../platform/auth/scopes.js';
import type { SavedPartyAddresses } from './draft-warnings.js';
import type { UpdateFreightDto } from './freight.dto.js';
import type { PickupTimes } from './freight.entity.js';
import type { FreightPartyDto } from './parties.dto.js';

/** What a shipment has from its addresses beside the parties. */
interface SavedPartyDetails {
  /** When the dock of `ship_from` is open; null takes back what was known of another, undefined leaves it. */
  pickupTimes?: PickupTimes | null;
  /** What the sides' addresses call for. */
  savedAddresses: SavedPartyAddresses;
}

/** The sides of a shipment that name a saved address. */
@Injectable()
export class SavedPartiesService {
  constructor(private readonly addresses: AddressesService) {}

  /**
   * The request with each party as its address has it, but for what the party says itself, and with the addresses' words
   * for the driver where neither the request nor the shipment (`stored`) has any. The pickup's hours are its window, the
   * delivery's are words. @throws ApiError on an id of nothing, insufficient_scope
   */
  async resolve<Body extends UpdateFreightDto>(
    tenant: Caller,
    body: Body,
    stored: string | null = null,
  ): Promise<Body & SavedPartyDetails> {
    const from = await this.findAddress(tenant, 'ship_from', body.ship_from);
    const to = await this.findAddress(tenant, 'ship_to', body.ship_to);
    const pickupTimes = from ? toPickupTimes(from) : body.ship_from === null ? null : undefined;
    const places = {
      ship_from: body.ship_from === null ? null : from,
      ship_to: body.ship_to === null ? null : to,
    };
    if (!from && !to) return { ...body, pickupTimes, savedAddresses: places };
    const said = [from?.instructions && `Pickup: ${from.instructions}`, to && formatDeliveryInstructions(to)];
    const instructions = said.filter(Boolean).join('\n');
    return {
      ...body,
      pickupTimes,
      savedAddresses: places,
      ...(from && { ship_from: fillParty(from, body.ship_from!) }),
      ...(to && { ship_to: fillParty(to, body.ship_to!) }),
      ...(body.special_instructions === undefined &&
        stored === null &&
        instructions && { special_instructions: instructions }),
    };
  }

  private async findAddress(
    tenant: Caller,
    side: 'ship_from' | 'ship_to',
    party: FreightPartyDto | null | undefined,
  ): Promise<Address | undefined> {
    const id = party?.address_id;
    if (id === undefined) return undefined;
    const param = `${side}.address_id`;
    requireScope(tenant, 'addresses.read', param);
    return this.addresses.getReferenced(tenant, id, param);
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

/** All of the address, what it has none of as null, with what the party says itself laid over it. */
function fillParty(address: Address, party: FreightPartyDto): FreightPartyDto {
  const { company, contact, address: street, city, state, zip, phone, email } = address;
  const own = Object.fromEntries(
    Object.entries(party).filter(([name, value]) => value !== undefined && name !== 'address_id'),
  );
  return { company, contact, address: street, city, state, zip, phone, email, ...own };
}
