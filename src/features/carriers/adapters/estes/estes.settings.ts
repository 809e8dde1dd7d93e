import { IsBoolean, IsEmail, IsOptional, IsString, IsTimeZone, Length, Matches } from 'class-validator';
import { Setting, HttpUrl, StandingPickup } from '../../setting.js';

/** An account with Estes, the MyEstes user whose password its API takes, and the key made for that user. */
export class EstesSettings {
  @Setting('Made for the user of MyEstes.', { secret: true })
  @IsString()
  @Length(4, 255)
  api_key: string;

  @Setting('The user of MyEstes whose password the API takes.')
  @IsString()
  @Length(1, 255)
  username: string;

  @Setting("That user's password.", { secret: true })
  @IsString()
  @Length(4, 255)
  password: string;

  @Setting('The account that ships and pays.')
  @IsString()
  @Length(1, 20)
  account: string;

  @Setting(
    '`https://cloudapi.estes-express.com` when absent; `https://uat-cloudapi.estes-express.com` is for trying out.',
  )
  @IsOptional()
  @HttpUrl()
  base_url?: string;

  @Setting('Whom Estes asks about a price: name, ten digits and address, all three or none.')
  @IsOptional()
  @IsString()
  @Length(1, 60)
  requestor_name?: string;

  @Setting('Ten digits.')
  @IsOptional()
  @Matches(/^\d{10}$/, { message: 'requestor_phone must have ten digits' })
  requestor_phone?: string;

  @Setting('Of the same person.')
  @IsOptional()
  @IsEmail()
  requestor_email?: string;

  @Setting('The `version` of bills of lading, `v2.0.1` when absent.')
  @IsOptional()
  @Matches(/^[\w.]{1,10}$/)
  bol_version?: string;

  @Setting(
    'Bills of lading with `isTest`: Estes then books nothing, and no pickup is asked for. Prices are real all the same.',
  )
  @IsOptional()
  @IsBoolean()
  test_bookings?: boolean;

  @Setting(
    "The zone of scans' times, `America/New_York` when absent: which one Estes means is not known for certain.",
  )
  @IsOptional()
  @IsTimeZone()
  time_zone?: string;

  @StandingPickup()
  standing_pickup?: boolean;
}
