// Colours of the code view.
#include "viewers/panels/code_lexer.h"

#include <Qsci/qscilexercpp.h>
#include <Qsci/qsciscintilla.h>

#include <array>

namespace mw::viewers {

namespace {

/// C++ with the words of CUDA and HIP as a second set of keywords.
class KernelLexer : public QsciLexerCPP {
public:
    using QsciLexerCPP::QsciLexerCPP;

    const char* keywords(int set) const override {
        if (set == 2)
            return "__global__ __device__ __shared__ __restrict__ __launch_bounds__ "
                   "__forceinline__ "
                   "threadIdx blockIdx blockDim gridDim __syncthreads __ldg __ldcs __stcs "
                   "int32_t int64_t uint32_t uint64_t int8_t size_t";
        return QsciLexerCPP::keywords(set);
    }
};

/// The editor component sizes fonts in points only.
QFont inPoints(QFont font) {
    constexpr double kPointsPerPixel = 72.0 / 96.0;
    if (font.pointSizeF() < 0)
        font.setPointSizeF(font.pixelSize() * kPointsPerPixel);
    return font;
}

void colour(KernelLexer& lexer, const Theme& theme) {
    lexer.setDefaultPaper(theme.base);
    lexer.setDefaultColor(theme.text);
    lexer.setDefaultFont(inPoints(theme.code));
    lexer.setPaper(theme.base, -1);
    lexer.setFont(inPoints(theme.code), -1);
    lexer.setColor(theme.text, -1);
    for (const int style : {QsciLexerCPP::Comment, QsciLexerCPP::CommentLine,
                            QsciLexerCPP::CommentDoc, QsciLexerCPP::CommentLineDoc})
        lexer.setColor(theme.mutedText, style);
    lexer.setColor(theme.accent, QsciLexerCPP::Keyword);
    lexer.setColor(theme.mapHeaderText, QsciLexerCPP::KeywordSet2);
    lexer.setColor(theme.mutedText, QsciLexerCPP::PreProcessor);
    lexer.setColor(theme.good, QsciLexerCPP::Number);
    lexer.setColor(theme.warning, QsciLexerCPP::DoubleQuotedString);
    lexer.setFont(inPoints(theme.codeBold), QsciLexerCPP::Keyword);
}

} // namespace

void applyCodeTheme(QsciScintilla& editor, const Theme& theme) {
    auto* lexer = dynamic_cast<KernelLexer*>(editor.lexer());
    if (!lexer) {
        lexer = new KernelLexer(&editor);
        editor.setLexer(lexer);
    }
    colour(*lexer, theme);
    editor.setCaretForegroundColor(theme.text);
    editor.setCaretLineVisible(false);
    editor.setSelectionBackgroundColor(theme.selection);
    editor.setSelectionForegroundColor(readableOn(theme.selection));
    editor.setMarginType(0, QsciScintilla::NumberMargin);
    editor.setMarginsBackgroundColor(theme.window);
    editor.setMarginsForegroundColor(theme.mutedText);
    editor.setMarginsFont(inPoints(theme.code));
    editor.setMarginWidth(1, 0);
    editor.setFolding(QsciScintilla::NoFoldStyle);
    editor.setTabWidth(4);
    editor.setExtraAscent(1);
}

} // namespace mw::viewers
