import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An account with XPO, and the user whose password its API takes. */
export class XpoSettings {
  @Setting('Of the API account.', { secret: true })
  @IsString()
  @Length(4, 255)
  consumer_key: string;

  @Setting('Of the API account.', { secret: true })
  @IsString()
  @Length(4, 255)
  consumer_secret: string;

  @Setting('The user whose password the API takes.')
  @IsString()
  @Length(1, 255)
  username: string;

  @Setting("That user's password.", { secret: true })
  @IsString()
  @Length(4, 255)
  password: string;

  @Setting("XPO's `acctInstId` of the account that ships.")
  @IsString()
  @Length(1, 50)
  account: string;

  @Setting('`https://api.ltl.xpo.com` when absent. XPO has no sandbox host.')
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting('`/token` below the base when absent; newer clients of XPO use `https://api.xpo.com/token`.')
  @IsOptional()
  @HttpUrl()
  token_url?: string;

  @Setting('Bookings with `testMode=Y`: XPO then books nothing. Prices are real all the same.')
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @Setting("XPO's code of a delivery appointment: `TDC` when absent; one client of XPO sends `APT`.")
  @IsOptional()
  @IsString()
  @Length(3, 3)
  appointment_code?: string;

  @Setting(
    "What a bill of lading number is called among a booking's references: `BL#` when absent, which is not known for certain.",
  )
  @IsOptional()
  @IsString()
  @Length(1, 10)
  bol_reference_code?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
