/** Language and text for each script of the fonts, by the name of the script. */
export const TEXTS = {
  Latin: ["de", "Zwölf Boxkämpfer jagen Viktor"],
  Greek: ["el", "Καλημέρα κόσμε ΐΰ"],
  Cyrillic: ["ru", "Съешь же ещё этих мягких"],
  Vietnamese: ["vi", "Tiếng Việt được ưa chuộng"],
  "Chinese, simplified": ["zh-CN", "中文汉字直接骨角化"],
  "Chinese, traditional": ["zh-TW", "繁體中文直接骨角化"],
  Japanese: ["ja", "日本語の漢字と仮名カタカナ"],
  Korean: ["ko", "한국어 글자 漢字"],
  Arabic: ["ar", "مرحبا بالعالم"],
  Urdu: ["ur", "خوش آمدید"],
  Hebrew: ["he", "שלום עולם"],
  Devanagari: ["hi", "नमस्ते दुनिया"],
  Bengali: ["bn", "ওহে বিশ্ব"],
  Tamil: ["ta", "வணக்கம் உலகம்"],
  Telugu: ["te", "హలో ప్రపంచం"],
  Kannada: ["kn", "ನಮಸ್ಕಾರ"],
  Malayalam: ["ml", "നമസ്കാരം"],
  Gujarati: ["gu", "નમસ્તે"],
  Gurmukhi: ["pa", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ"],
  Sinhala: ["si", "ආයුබෝවන්"],
  Thai: ["th", "สวัสดีชาวโลก"],
  Lao: ["lo", "ສະບາຍດີ"],
  Khmer: ["km", "សួស្តី ភាសាខ្មែរ"],
  Myanmar: ["my", "မင်္ဂလာပါ မြန်မာနိုင်ငံ"],
  Tibetan: ["bo", "བཀྲ་ཤིས"],
  Georgian: ["ka", "გამარჯობა"],
  Armenian: ["hy", "Բարև աշխարհ"],
  Ethiopic: ["am", "ሰላም ልዑል"],
  Cherokee: ["chr", "ᎣᏏᏲ"],
  Mongolian: ["mn", "ᠮᠣᠩᠭᠣᠯ"],
  symbols: ["en", "→ ⇒ ★ ☂ ✓ ✗ ♠ ⌘ ▲ ■ ● № ™ © ℃ ①②③"],
  mathematics: ["en", "∑ ∫ ∂ √ ∞ ≤ ≥ ≠ ∈ ∀ ∃ ⊂ ⊗ ℝ ℵ"],
  "box drawing": ["en", "┌─┬─┐ │ █ ░"],
  currencies: ["en", "€ £ ¥ ₹ ₽ ₿ ₩ ₺ ₴"],
} as const;

const RIGHT_TO_LEFT = new Set(["ar", "ur", "he"]);

/** Text for comparison: without spaces, normalised; the order of right-to-left runs depends on the reader. */
export const letters = (text: string, language: string): string => {
  const plain = [...text.normalize("NFKC").replace(/\s/g, "")];
  return RIGHT_TO_LEFT.has(language) ? plain.sort().join("") : plain.join("");
};
