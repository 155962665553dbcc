package dev.sluice.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PrimitiveTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeKind;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// A Java file as parsed by the compiler, for the tidy rules.
record JavaSource(
        Path path,
        String packageName,
        List<Span> methods,
        List<String> types,
        List<String> annotations,
        List<Text> texts,
        List<Long> floatingPoints) {

    /// A method or constructor, with its number of lines.
    record Span(String name, long lines) {}

    /// A string literal; `constant` is true in the initializer of a constant.
    record Text(String value, long line, boolean constant) {}

    String name() {
        return Repository.name(path);
    }

    boolean isTest() {
        return name().contains("/src/test/");
    }

    /// Returns the package below the root; empty for the root itself.
    String module() {
        return Modules.of(packageName);
    }

    /// Returns every Java file of the repository.
    static List<JavaSource> all() {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            var units = files.getJavaFileObjectsFromPaths(Repository.files(".java"));
            var task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            var positions = Trees.instance(task).getSourcePositions();
            var sources = new ArrayList<JavaSource>();
            for (var unit : task.parse()) {
                sources.add(read(unit, positions));
            }
            return List.copyOf(sources);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static JavaSource read(CompilationUnitTree unit, SourcePositions positions) {
        var reader = new Reader(unit, positions);
        reader.scan(unit, null);
        if (unit.getPackage() != null) {
            unit.getPackage()
                    .getAnnotations()
                    .forEach(each ->
                            reader.annotations.add(each.getAnnotationType().toString()));
        }
        return new JavaSource(
                Path.of(unit.getSourceFile().toUri()),
                String.valueOf(unit.getPackageName()),
                reader.methods,
                reader.types,
                reader.annotations,
                reader.texts,
                reader.floatingPoints);
    }

    /// Visits one file and collects the data for the rules.
    private static final class Reader extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<Span> methods = new ArrayList<>();
        private final List<String> types = new ArrayList<>();
        private final List<String> annotations = new ArrayList<>();
        private final List<Text> texts = new ArrayList<>();
        private final List<Long> floatingPoints = new ArrayList<>();

        Reader(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            if (positions.getEndPosition(unit, method) >= 0) {
                methods.add(new Span(
                        method.getName().toString(),
                        line(positions.getEndPosition(unit, method))
                                - line(positions.getStartPosition(unit, method))
                                + 1));
            }
            return super.visitMethod(method, null);
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
            types.add(type.getSimpleName().toString());
            return super.visitClass(type, null);
        }

        @Override
        public @Nullable Void visitAnnotation(AnnotationTree annotation, @Nullable Void nothing) {
            annotations.add(annotation.getAnnotationType().toString());
            return super.visitAnnotation(annotation, null);
        }

        @Override
        public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void nothing) {
            if (literal.getValue() instanceof String value) {
                texts.add(new Text(value, at(literal), isConstant(getCurrentPath())));
            } else if (literal.getValue() instanceof Double || literal.getValue() instanceof Float) {
                floatingPoints.add(at(literal));
            }
            return super.visitLiteral(literal, null);
        }

        @Override
        public @Nullable Void visitPrimitiveType(PrimitiveTypeTree type, @Nullable Void nothing) {
            if (type.getPrimitiveTypeKind() == TypeKind.DOUBLE || type.getPrimitiveTypeKind() == TypeKind.FLOAT) {
                floatingPoints.add(at(type));
            }
            return super.visitPrimitiveType(type, null);
        }

        private long at(Tree tree) {
            return line(positions.getStartPosition(unit, tree));
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }

        /// Reports whether a literal is part of a `static final` field's initializer, but not of a call in it.
        private static boolean isConstant(TreePath literal) {
            for (var at = literal.getParentPath(); at != null; at = at.getParentPath()) {
                switch (at.getLeaf()) {
                    case VariableTree variable -> {
                        return variable.getModifiers().getFlags().containsAll(List.of(Modifier.STATIC, Modifier.FINAL));
                    }
                    case com.sun.source.tree.BinaryTree _, com.sun.source.tree.ParenthesizedTree _ -> {}
                    default -> {
                        return false;
                    }
                }
            }
            return false;
        }
    }
}
