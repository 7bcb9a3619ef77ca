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

/** Validates files with veraPDF: a line for each, which begins with the flavour that the file claims and ends with the rules that it breaks. */
class Validate {
    public static void main(String[] files) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        for (String file : files) System.out.println(lineOf(file));
    }

    private static String lineOf(String file) throws Exception {
        try (PDFAParser parser = Foundries.defaultInstance().createParser(new FileInputStream(file))) {
            if (parser.getFlavours().isEmpty()) return "none";
            PDFAFlavour flavour = parser.getFlavours().get(0);
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
