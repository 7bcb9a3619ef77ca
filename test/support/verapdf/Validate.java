import java.io.FileInputStream;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Validates files with veraPDF: a line for each, which begins with the flavour and ends with the rules that it breaks. The flavour is the
 * PDF/A that the file claims, or the one that the first argument names, such as `--ua1`.
 */
class Validate {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        boolean isNamed = arguments[0].startsWith("--");
        PDFAFlavour named = isNamed ? PDFAFlavour.fromString(arguments[0].substring(2)) : null;
        for (int at = isNamed ? 1 : 0; at < arguments.length; at++) System.out.println(lineOf(arguments[at], named));
    }

    private static String lineOf(String file, PDFAFlavour named) throws Exception {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file))) {
            if (named == null && parser.getFlavours().isEmpty()) return "none";
            PDFAFlavour flavour = named == null ? parser.getFlavours().get(0) : named;
            ValidationResult result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
            TreeSet<String> broken = new TreeSet<>();
            for (TestAssertion check : result.getTestAssertions()) {
                if (check.getStatus() != TestAssertion.Status.FAILED) continue;
                broken.add(check.getRuleId().getClause() + "-" + check.getRuleId().getTestNumber());
            }
            String verdict = result.isCompliant() ? "compliant" : "broken";
            return flavour.getId() + " " + verdict + (broken.isEmpty() ? "" : " " + String.join(" ", broken));
        }
    }
}
