/** The kind of a form field. Push buttons and signatures have no value that can be filled in. */
export type FieldKind = "text" | "check" | "radio" | "choice" | "button" | "signature";

/** The value of a form field; null for none. */
export type FieldValue = string | boolean | readonly string[] | null;

/** A form field as a caller sees it: `{ name: "address.city", type: "text", value: "Bern", maxLength: 40 }`. */
export interface DescribedField {
  readonly name: string;
  readonly type: FieldKind;
  readonly value: FieldValue;
  /** The values that a radio button or a choice may have. */
  readonly options?: readonly string[];
  readonly maxLength?: number;
  readonly isReadOnly?: true;
  readonly isRequired?: true;
}
